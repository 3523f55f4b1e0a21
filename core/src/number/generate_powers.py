#!/usr/bin/env python3
"""Write powers.c: the 128-bit significands of 10^-342 .. 10^324.

    python3 generate_powers.py > powers.c

One table serves both directions. Reading (Eisel-Lemire) uses an entry as it
stands; writing (Schubfach) needs it rounded up, and `lo + 1` gives that
wherever the entry was rounded down. Both relations are checked here.
"""

SMALLEST, LARGEST = -342, 324


def significand(exponent):
    """The top 128 bits of 10^exponent: exact where they are, else rounded
    down, but rounded up for -27..-1, as the proof of Eisel-Lemire wants it."""
    if exponent >= 0:
        power = 5**exponent
        shift = power.bit_length() - 128
        return power >> shift if shift > 0 else power << -shift
    power = 5**-exponent
    width = power.bit_length() + 127
    value = (1 << width) // power
    return value + 1 if exponent >= -27 else value


def check(exponent, value):
    assert value.bit_length() == 128
    # Rounded up: the smallest integer not below 10^exponent at this scale.
    up = value if -27 <= exponent <= 55 else value + 1
    if exponent >= 0:
        power, scale = 5**exponent, (5**exponent).bit_length() - 128
        exact = (power, 1 << scale) if scale > 0 else (power << -scale, 1)
    else:
        exact = (1 << ((5**-exponent).bit_length() + 127), 5**-exponent)
    numerator, denominator = exact
    assert (up - 1) * denominator < numerator <= up * denominator
    assert value & (2**64 - 1) != 2**64 - 1  # so that lo + 1 never carries


def main():
    print("/* Written by generate_powers.py; do not edit. What it is: powers.h. */")
    print('#include "powers.h"\n')
    print("/* clang-format off */")
    print("const uint64_t number_powers[NUMBER_POWER_LARGEST - NUMBER_POWER_SMALLEST + 1][2] = {")
    for exponent in range(SMALLEST, LARGEST + 1):
        value = significand(exponent)
        check(exponent, value)
        print(f"    {{0x{value >> 64:016x}, 0x{value & (2**64 - 1):016x}}}, /* {exponent} */")
    print("};")


if __name__ == "__main__":
    main()
