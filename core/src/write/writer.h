/*
 * Writer: JSON text into a growing buffer, one emitter a value; driven by a source.
 *
 * A source (the document, a host's objects, the tape) walks its values and calls the emitters; what it
 * gives decides the values, the options decide the bytes. Emitters return FJ_OK or a code that ends the
 * generating: FJ_ERROR_MEMORY, _LIMIT, _NESTING, _NAN, _INVALID_UTF8, _LONE_SURROGATE.
 *
 *     int32_t writer_open(writer *, const fj_generate_options * (NULL: defaults), fj_buffer *out);
 *         checks the options; borrows the buffer's memory until writer_close
 *     int32_t writer_close(writer *, int32_t code);
 *         gives the memory back to the buffer with its length, 0 if code is not FJ_OK; returns code.
 *         Calling it again does nothing.
 *
 *     writer_null(w)  writer_boolean(w, bool)  writer_int64(w, v)  writer_uint64(w, v)
 *     writer_double(w, v, bool point_zero)     point_zero: 1.0 as "1.0", for hosts that tell reals from
 *                                              integers; canonical overrides it
 *     writer_digits(w, text, length)           an integer's or number's text, verbatim (the source vouches)
 *     writer_raw(w, text, length)              a JSON fragment, verbatim (the source vouches)
 *     writer_string(w, utf8, length, flags)    flags WRITER_STRING_...: what is known already
 *     writer_string_latin1(w, const uint8_t *, length)    code points below U+0100
 *     writer_string_utf16(w, const uint16_t *, length)    UTF-16, lone surrogates by the option
 *     writer_string_utf32(w, const uint32_t *, length)    code points, lone surrogates by the option
 *
 *     writer_array_begin(w)                    '[', one level deeper
 *     writer_element(w, bool first)            what stands before an element: comma, line end, indent
 *     writer_array_end(w, bool empty)          line end, indent, ']'
 *     writer_object_begin(w)
 *     writer_member(w, bool first)             what stands before a key
 *     writer_colon(w)                          what stands between key and value
 *     writer_object_end(w, bool empty)
 *
 * A key is written with the string emitters. An empty container is "[]" or "{}" whatever the layout.
 * All are static inline, in write/ headers that this one includes.
 *
 *     int writer_compare_keys(const char *a, size_t a_length, const char *b, size_t b_length);
 *         UTF-8 in the order of UTF-16 code units, for sort_keys; <0, 0, >0
 *
 * A source whose host may unwind the C stack calls writer_close(w, FJ_ERROR_HOST) from the host's ensure.
 */
