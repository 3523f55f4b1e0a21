/* Validate, inner part: the reading that keeps nothing, for others that skip over text. */
#ifndef FASTJSON_VALIDATE_H
#define FASTJSON_VALIDATE_H

#include "read/reader.h"

/* Validates what the reader has before it: its text, or with `partial` one value. FJ_OK or a code,
 * with reader->place. It knows no duplicate keys. */
int32_t validate_run(reader *r);

#endif
