/*
 * Number, read: the body of number_read, included by number_read.h, and by those who have
 * instructions for it with
 *
 *     NUMBER_READ     the function's name
 *     NUMBER_TARGET   what tells the compiler of the instructions
 *     NUMBER_SIXTEEN  if there is one, a function (const char *p, unsigned *count): the value of
 * the digits at p, sixteen at most, and how many they are
 */

/* Returns the first byte after the number, or NULL and the fault. After NUMBER_FAULT_RANGE `out` is
 * filled all the same, with the infinity: a caller that allows it goes on at text + length. */
static inline __attribute__((always_inline)) NUMBER_TARGET const char *
NUMBER_READ(const char *p, const char *end, number *out, number_fault *fault)
{
    const char *start = p;
#ifdef NUMBER_SIXTEEN
    const size_t needed = 2 * NUMBER_AHEAD;
#else
    const size_t needed = NUMBER_AHEAD;
#endif
    if (__builtin_expect((size_t)(end - p) < needed, 0)) {
        goto checked;
    }
    bool negative = *p == '-';
    p += negative;
    const char *digits = p;

    number_chunk chunk = number_chunk_load(p);
    bool zero_leads = (chunk.digits & 0xff) == 0;
    uint64_t value = 0;
    unsigned count;
    if (__builtin_expect(chunk.others != 0, 1)) {
        count = number_chunk_count(chunk.others);
        value = number_chunk_part(chunk.digits, count);
        p += count;
        if (*p != '.' && (*p | 0x20) != 'e') {
            if (__builtin_expect(count == 0 || (zero_leads && count > 1), 0)) {
                goto checked;
            }
            goto integer;
        }
    } else {
#ifdef NUMBER_SIXTEEN
        value = NUMBER_SIXTEEN(p, &count);
        p += count;
        const bool more = count == 16;
#else
        value = number_chunk_value(chunk.digits);
        p += 8;
        chunk = number_chunk_load(p);
        if (chunk.others == 0) {
            value = value * 100000000 + number_chunk_value(chunk.digits);
            p += 8;
        }
        const bool more = true;
#endif
        if (more) {
            chunk = number_chunk_load(p);
            if (__builtin_expect(chunk.others == 0, 0)) {
                goto checked;
            }
            count = number_chunk_count(chunk.others);
            value = value * number_power_of_ten(count) + number_chunk_part(chunk.digits, count);
            p += count;
        }
    }
    size_t total = (size_t)(p - digits);
    if (__builtin_expect(total == 0 || total > 19 || (zero_leads && total > 1), 0)) {
        goto checked;
    }

    int64_t exponent = 0;
    if (*p == '.') {
        const char *fraction = ++p;
#ifdef NUMBER_SIXTEEN
        const uint64_t digits_after = NUMBER_SIXTEEN(p, &count);
        p += count;
        total += count;
        if (__builtin_expect(total > 19, 0)) {
            goto checked;
        }
        value = value * number_powers_of_ten[count] + digits_after;
        if (__builtin_expect(count == 16, 0) && (unsigned char)(*p - '0') <= 9) {
            goto checked;
        }
#else
        chunk = number_chunk_load(p);
        /* At 20 digits the value may have wrapped, and a load might leave NUMBER_AHEAD. */
        while (chunk.others == 0) {
            value = value * 100000000 + number_chunk_value(chunk.digits);
            p += 8;
            total += 8;
            if (__builtin_expect(total > 19, 0)) {
                goto checked;
            }
            chunk = number_chunk_load(p);
        }
        count = number_chunk_count(chunk.others);
        value = value * number_power_of_ten(count) + number_chunk_part(chunk.digits, count);
        p += count;
        total += count;
#endif
        exponent = fraction - p;
        if (__builtin_expect(exponent == 0 || total > 19, 0)) {
            goto checked;
        }
    } else if ((*p | 0x20) != 'e') {
        if (__builtin_expect(total > 18, 0)) {
            goto checked;
        }
        goto integer;
    }
    if ((*p | 0x20) == 'e') {
        p++;
        bool down = *p == '-';
        p += down || *p == '+';
        chunk = number_chunk_load(p);
        if (__builtin_expect(chunk.others == 0, 0)) {
            goto checked;
        }
        count = number_chunk_count(chunk.others);
        if (__builtin_expect(count == 0, 0)) {
            goto checked;
        }
        int64_t written = (int64_t)number_chunk_part(chunk.digits, count);
        exponent += down ? -written : written;
        p += count;
    }
    uint64_t bits = number_bits_from_decimal(value, exponent);
    out->kind = NUMBER_DOUBLE;
    out->negative = negative;
    out->real = number_double_from_bits(bits | (uint64_t)negative << 63);
    out->text = start;
    out->length = (size_t)(p - start);
    if (__builtin_expect(bits == NUMBER_BITS_INFINITY, 0)) {
        fault->kind = NUMBER_FAULT_RANGE;
        fault->place = start;
        return NULL;
    }
    return p;

integer:
    out->kind = NUMBER_INT64;
    out->negative = negative;
    out->int64 = negative ? -(int64_t)value : (int64_t)value;
    out->text = start;
    out->length = (size_t)(p - start);
    return p;

checked:
    return number_finish(start, number_read_checked(start, end), out, fault);
}

#undef NUMBER_READ
#undef NUMBER_TARGET
#undef NUMBER_SIXTEEN
