"""JSONTestSuite (../shared/conformance) through every language.

    run.py            checks: y_ accepted, n_ refused, i_ as docs/conformance.md says; and the
                      values that test_transform's files have to give
    run.py --table    prints the table for docs/conformance.md

What i_ files do is decided by the rules below, not by what the library does. The last line is
"N passed, N failed".
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

import drivers
import inputs
from drivers import Tally

# file, what happens ("ok" or the error's name), and the rule by which it does
UNDERFLOW = "a real nearer to 0 than to the smallest double rounds to 0 (IEEE 754)"
RANGE = "a real beyond the largest double has no double: refused, not turned into infinity"
BIG = "integers are exact, whatever their size, up to 4,300 digits"
LONE = "an escaped surrogate without its other half is no character"
BYTES = "text is UTF-8 (RFC 8259 section 8.1, RFC 3629)"
UTF16 = "text is UTF-8 (RFC 8259 section 8.1): UTF-16 is not guessed"
BOM = "a byte order mark is not part of JSON text (RFC 8259 section 8.1)"
DEPTH = "500 levels are within the default limit of 1,024"
CHOICES = {
    "i_number_double_huge_neg_exp.json": ("ok", UNDERFLOW),
    "i_number_huge_exp.json": ("number_out_of_range", RANGE),
    "i_number_neg_int_huge_exp.json": ("number_out_of_range", RANGE),
    "i_number_pos_double_huge_exp.json": ("number_out_of_range", RANGE),
    "i_number_real_neg_overflow.json": ("number_out_of_range", RANGE),
    "i_number_real_pos_overflow.json": ("number_out_of_range", RANGE),
    "i_number_real_underflow.json": ("ok", UNDERFLOW),
    "i_number_too_big_neg_int.json": ("ok", BIG),
    "i_number_too_big_pos_int.json": ("ok", BIG),
    "i_number_very_big_negative_int.json": ("ok", BIG),
    "i_object_key_lone_2nd_surrogate.json": ("invalid_surrogate", LONE),
    "i_string_1st_surrogate_but_2nd_missing.json": ("invalid_surrogate", LONE),
    "i_string_1st_valid_surrogate_2nd_invalid.json": ("invalid_surrogate", LONE),
    "i_string_UTF-16LE_with_BOM.json": ("unexpected_byte", UTF16),
    "i_string_UTF-8_invalid_sequence.json": ("invalid_utf8", BYTES),
    "i_string_UTF8_surrogate_U+D800.json": ("invalid_utf8", BYTES),
    "i_string_incomplete_surrogate_and_escape_valid.json": ("invalid_surrogate", LONE),
    "i_string_incomplete_surrogate_pair.json": ("invalid_surrogate", LONE),
    "i_string_incomplete_surrogates_escape_valid.json": ("invalid_surrogate", LONE),
    "i_string_invalid_lonely_surrogate.json": ("invalid_surrogate", LONE),
    "i_string_invalid_surrogate.json": ("invalid_surrogate", LONE),
    "i_string_invalid_utf-8.json": ("invalid_utf8", BYTES),
    "i_string_inverted_surrogates_U+1D11E.json": ("invalid_surrogate", LONE),
    "i_string_iso_latin_1.json": ("invalid_utf8", BYTES),
    "i_string_lone_second_surrogate.json": ("invalid_surrogate", LONE),
    "i_string_lone_utf8_continuation_byte.json": ("invalid_utf8", BYTES),
    "i_string_not_in_unicode_range.json": ("invalid_utf8", BYTES),
    "i_string_overlong_sequence_2_bytes.json": ("invalid_utf8", BYTES),
    "i_string_overlong_sequence_6_bytes.json": ("invalid_utf8", BYTES),
    "i_string_overlong_sequence_6_bytes_null.json": ("invalid_utf8", BYTES),
    "i_string_truncated-utf-8.json": ("invalid_utf8", BYTES),
    "i_string_utf16BE_no_BOM.json": ("unexpected_byte", UTF16),
    "i_string_utf16LE_no_BOM.json": ("unexpected_byte", UTF16),
    "i_structure_500_nested_arrays.json": ("ok", DEPTH),
    "i_structure_UTF-8_BOM_empty_object.json": ("unexpected_byte", BOM),
}

ONE = "3ff0000000000000"
# file, the dump expected (see tests/harness/README.md), and JavaScript's where it differs
TRANSFORMS = {
    "number_-9223372036854775808.json": ("[i-9223372036854775808;]", "[dc3e0000000000000]"),
    "number_-9223372036854775809.json": ("[i-9223372036854775809;]", "[dc3e0000000000000]"),
    "number_1.0.json": (f"[d{ONE}]", None),
    "number_1.000000000000000005.json": (f"[d{ONE}]", None),
    "number_1000000000000000.json": ("[i1000000000000000;]", "[d430c6bf526340000]"),
    "number_10000000000000000999.json": ("[i10000000000000000999;]", "[d43e158e460913d00]"),
    "number_1e-999.json": ("[d0000000000000000]", None),
    "number_1e6.json": ("[d412e848000000000]", None),
    "number_9223372036854775807.json": ("[i9223372036854775807;]", "[d43e0000000000000]"),
    "number_9223372036854775808.json": ("[i9223372036854775808;]", "[d43e0000000000000]"),
    "object_key_nfc_nfd.json": ("{s2:\u00e9s3:NFCs3:e\u0301s3:NFD}", None),
    "object_key_nfd_nfc.json": ("{s3:e\u0301s3:NFDs2:\u00e9s3:NFC}", None),
    "object_same_key_different_values.json": ("{s1:ai2;}", "{s1:ad4000000000000000}"),
    "object_same_key_same_value.json": ("{s1:ai1;}", f"{{s1:ad{ONE}}}"),
    "object_same_key_unclear_values.json": ("{s1:ai0;}", "{s1:ad0000000000000000}"),
    "string_1_escaped_invalid_codepoint.json": ("!invalid_surrogate", None),
    "string_1_invalid_codepoint.json": ("!invalid_utf8", None),
    "string_2_escaped_invalid_codepoints.json": ("!invalid_surrogate", None),
    "string_2_invalid_codepoints.json": ("!invalid_utf8", None),
    "string_3_escaped_invalid_codepoints.json": ("!invalid_surrogate", None),
    "string_3_invalid_codepoints.json": ("!invalid_utf8", None),
    "string_with_escaped_NULL.json": ("[s3:A\0B]", None),
}


def table() -> None:
    print("| file | what happens | why |\n| --- | --- | --- |")
    for file, (outcome, why) in CHOICES.items():
        what = "accepted" if outcome == "ok" else f"refused: `{outcome}`"
        print(f"| {file.removesuffix('.json')} | {what} | {why} |")


def check_parsing(tally: Tally, where: str, file: str, outcome: str) -> None:
    if file.startswith("i_"):
        want = CHOICES.get(file, ("a rule for it", ""))[0]
        tally.check(outcome == want, f"{where}: {outcome}, expected {want}")
    else:
        accepted = file.startswith("y_")
        tally.check((outcome == "ok") == accepted, f"{where}: {outcome}")


def main() -> None:
    if sys.argv[1:] == ["--table"]:
        table()
        return
    tally = Tally()
    lines = (inputs.ROOT / "docs/conformance.md").read_text("utf-8").splitlines()
    for file, (outcome, _) in CHOICES.items():
        word = "accepted" if outcome == "ok" else f"`{outcome}`"
        row = [line for line in lines if line.startswith(f"| {file.removesuffix('.json')} |")]
        tally.check(len(row) == 1 and word in row[0], f"docs/conformance.md: {file}: {row}")
    parsing = inputs.shared_files("conformance/test_parsing")
    transform = inputs.shared_files("conformance/test_transform")
    if not parsing:
        print(f"note: {inputs.SHARED}/conformance is not there: JSONTestSuite was not run")
    for language in drivers.languages() if parsing else []:
        try:
            answers = drivers.run(language, parsing + transform, "bytes")
        except (SystemExit, OSError) as reason:
            tally.check(False, f"{language}: {reason}")
            continue
        for one in parsing:
            file = one.name.rpartition("/")[2]
            check_parsing(tally, f"{language}: {file}", file, answers[one.name].outcome)
        for one in transform:
            file = one.name.rpartition("/")[2]
            answer = answers[one.name]
            plain, javascript = TRANSFORMS[file]
            want = (javascript or plain) if language == "node" else plain
            got = answer.dump.decode("utf-8") if answer.outcome == "ok" else "!" + answer.outcome
            tally.check(got == want, f"{language}: {file}: {got}, expected {want}")
    tally.finish()


main()
