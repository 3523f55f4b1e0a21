/* The text that is read, as the caller gave it; see cpython_input.h. */
#include "hosts/cpython_input.h"

static bool input_from_bytes(const cpython *host, py_object *bytes, cpython_input *in)
{
    char *text;
    py_size length;
    if (host->py.PyBytes_AsStringAndSize(bytes, &text, &length) != 0) {
        return false;
    }
    in->text = text;
    in->length = (size_t)length;
    return true;
}

/* Not ASCII, or a subclass. A lone surrogate is encoded all the same, so that the reader finds it,
 * and says where it is. */
static bool input_from_str(const cpython *host, py_object *string, cpython_input *in)
{
    const cpython_api *const py = &host->py;
    in->owner = py->PyUnicode_AsUTF8String(string);
    if (in->owner == NULL) {
        if (!py->PyErr_ExceptionMatches(py->PyExc_UnicodeEncodeError)) {
            return false;
        }
        py->PyErr_Clear();
        in->owner = py->PyUnicode_AsEncodedString(string, "utf-8", "surrogatepass");
        if (in->owner == NULL) {
            return false;
        }
    }
    return input_from_bytes(host, in->owner, in);
}

/* What can change is copied if anybody's code may run meanwhile: that of callbacks, or,
 * before 3.12, where making an object may collect garbage, that of finalizers. */
static bool input_from_buffer(const cpython *host, py_object *object, bool copied,
                              cpython_input *in)
{
    const cpython_api *const py = &host->py;
    if (py->PyObject_GetBuffer(object, &in->buffer, 0) != 0) {
        return false;
    }
    if (copied) {
        in->owner = py->PyBytes_FromStringAndSize(in->buffer.data, in->buffer.length);
        py->PyBuffer_Release(&in->buffer);
        return in->owner != NULL && input_from_bytes(host, in->owner, in);
    }
    in->exported = true;
    in->text = in->buffer.data;
    in->length = (size_t)in->buffer.length;
    return true;
}

static bool input_is(const cpython *host, py_object *type, py_object *of)
{
    return type == of || host->py.PyType_IsSubtype(type, of);
}

bool cpython_input_open(const cpython *host, py_object *object, bool calls_back, cpython_input *in)
{
    const cpython_layout *const layout = &host->layout;
    py_object *const type = cpython_type(host, object);
    in->owner = NULL;
    in->exported = false;
    if (layout->direct && type == host->py.PyUnicode_Type) {
        const uint32_t wanted = layout->str_compact | layout->str_ascii;
        if (((uint32_t)cpython_word(object, 32) & wanted) == wanted) {
            in->text = (const char *)object + layout->ascii_data;
            in->length = (size_t)cpython_word(object, 16);
            return true;
        }
    }
    if (input_is(host, type, host->py.PyBytes_Type)) {
        return input_from_bytes(host, object, in);
    }
    if (input_is(host, type, host->py.PyUnicode_Type)) {
        return input_from_str(host, object, in);
    }
    if (input_is(host, type, host->py.PyByteArray_Type) || type == host->py.PyMemoryView_Type) {
        return input_from_buffer(host, object, calls_back || !host->layout.immortal, in);
    }
    py_object *const name = host->py.PyObject_GetAttrString(type, "__name__");
    if (name != NULL) {
        (void)host->py.PyErr_Format(
            host->py.PyExc_TypeError,
            "the JSON object must be str, bytes, bytearray or memoryview, not %S", name);
        host->py.Py_DecRef(name);
    }
    return false;
}

void cpython_input_close(const cpython *host, cpython_input *in)
{
    if (in->exported) {
        host->py.PyBuffer_Release(&in->buffer);
    }
    if (in->owner != NULL) {
        host->py.Py_DecRef(in->owner);
    }
}
