"""The collected faults of other JSON libraries (../shared/cases) in every language they concern.

Runs what a program can check without the host's own code: what is accepted, which error at which
byte, the bits of a double, the value, the text that is written. What needs code of a host is tested
by the bindings and the core; README.md beside this says where, case by case, and this checks that
it names every case. The last line is "N passed, N failed".
"""

from __future__ import annotations

import base64
import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

import drivers
import inputs
import reference
from drivers import Answer, Tally

# What a case generates, as JSON text that is read first; and in which form it is written.
GENERATES = {
    "gen-script-safe": ('"</script>\\u2028\\u2029"', "script_safe"),
    "gen-ascii-bmp-edges": ('"\\u007f\\u0080\\uffff"', "ascii_only"),
    "gen-ascii-del": ('"\\u007f"', "ascii_only"),
    "gen-controls": ('"' + "".join(f"\\u{c:04x}" for c in [*range(32), 127]) + '"', "compact"),
    # canonical: the form for which JavaScript reads integers exactly; the same bytes in all
    "gen-int-min": ("-9223372036854775808", "canonical"),
    "gen-int-u64max": ("18446744073709551615", "canonical"),
    "gen-int-big": (str(2**200), "canonical"),
    "gen-locale-comma": ("[1.5,0.1]", "compact"),
    "gen-fenv": ("[44.411101,5e-324,0.1]", "compact"),
    "gen-float-not-shortest": (
        "[1e23,1234567890123456.8,-4.914633095807629e-46]",
        "compact",
    ),
    "gen-rb-neg-float-crash": ("-1.7976931348623157e+308", "compact"),
}
# Where the case states no bytes: by docs/text-form.md.
STATED = {
    "gen-ascii-del": b'"\x7f"',
    "gen-float-not-shortest": b"[1e+23,1234567890123456.8,-4.914633095807629e-46]",
    "gen-rb-neg-float-crash": b"-1.7976931348623157e+308",
}
# The same texts with an option on: case, option, the languages that have it, outcome, offset.
WITH_OPTIONS = (
    # an open comment could still be closed: the text ends too early
    ("struct-comment-slash-star-slash", "allow_comments=1", ("c",), "unexpected_end", 4),
    ("struct-comment-line-eof", "allow_comments=1", ("c",), "ok", None),
)
NAMES = {"py": "python", "rb": "ruby", "js": "node"}
# What is decided where a case leaves the choice: docs/text-form.md.
DECIDED = {
    "int-4301-digits": "limit",
    "num-max-159": "number_out_of_range",
    "num-1E400": "number_out_of_range",
    "num-neg-1e400": "number_out_of_range",
    "num-exp-2p31": "number_out_of_range",
    "num-exp-2p63": "number_out_of_range",
    "num-exp-2p64p1": "number_out_of_range",
}


def options_of(case: dict, language: str) -> str:
    """The options of a case in the words of the request file."""
    options = []
    for key, value in case.get("options", {}).items():
        if key == "max_nesting":
            options.append(f"max_nesting={value or 'unlimited'}")
        elif key == "decimal":
            # JavaScript has no decimals of its own: it keeps a number's text
            options.append(f"big_numbers={'text' if language == 'node' else 'decimal'}")
    if language == "node" and case.get("check", {}).get("type") == "integer":
        options.append("big_numbers=bigint")
    return ",".join(options) or "-"


def languages_of(case: dict) -> list[str]:
    named = [NAMES[name] for name in case["lang"]] if "lang" in case else list(drivers.LANGUAGES)
    if case["id"] == "num-raw-roundtrip-1.10":
        named = ["c"]  # the hosts' own decimals and strings are for their tests
    return [language for language in named if language in drivers.languages()]


def checks(case: dict, answer: Answer, language: str):
    """Yields (holds, what) for all that a case states about an answer."""
    check = case.get("check", {})
    javascript = language == "node"
    decided = DECIDED.get(case["id"])
    if decided or check.get("accept") is False:
        kind = decided or check["kind"]
        yield answer.outcome == kind, f"{answer.outcome}, expected {kind}"
        if not decided and check.get("offset_viable") is not None and answer.place:
            yield answer.place[0] == check["offset_viable"], f"at {answer.place[0]}"
        return
    yield answer.outcome == "ok", f"refused: {answer.outcome} {answer.place}"
    if answer.outcome != "ok":
        return
    if "f64_bits" in check:
        yield answer.dump == b"d" + check["f64_bits"][2:].encode(), f"value {answer.dump!r}"
    if check.get("type") == "integer":
        digits = (check.get("value_text") or case["bytes"].decode()).encode()
        yield answer.forms["canonical"] == digits, f"digits {answer.forms['canonical'][:60]!r}"
        if not javascript:
            yield answer.dump == b"i" + digits + b";", f"value {answer.dump[:60]!r}"
    if "value_json" in check:
        want = reference.dump(json.loads(check["value_json"]), javascript)
        yield answer.dump == want, f"value {answer.dump[:60]!r}, expected {want[:60]!r}"
    if "out_b64_if_raw" in check:
        want = base64.b64decode(check["out_b64_if_raw"])
        yield answer.forms["compact"] == want, f"text {answer.forms['compact']!r}"
    if "out_b64" in check or case["id"] in STATED:
        want = base64.b64decode(check["out_b64"]) if "out_b64" in check else STATED[case["id"]]
        got = answer.forms[GENERATES.get(case["id"], ("", "compact"))[1]]
        yield got == want, f"text {got[:80]!r}, expected {want[:80]!r}"


def main() -> None:
    sys.setrecursionlimit(20000)
    tally = Tally()
    cases = inputs.cases()
    if not cases:
        print(f"note: {inputs.SHARED}/cases is not there: no case was run")
        tally.check((Path(__file__).parent / "README.md").exists(), "README.md is not there")
        tally.finish()
    by_program = {}
    for case in cases:
        if case["id"] in GENERATES:
            case["bytes"] = GENERATES[case["id"]][0].encode()
        if "bytes" in case and (case.get("check") or case["id"] in STATED):
            by_program[case["id"]] = case
    for language in drivers.languages():
        mine = [case for case in by_program.values() if language in languages_of(case)]
        requests = [
            inputs.Input(case["id"], case["bytes"], options_of(case, language)) for case in mine
        ]
        with_options = [extra for extra in WITH_OPTIONS if language in extra[2]]
        for name, option, *_ in with_options:
            text = by_program[name]["bytes"]
            requests.append(inputs.Input(f"{name}+{option}", text, option))
        try:
            answers = drivers.run(language, requests, "bytes")
        except (SystemExit, OSError) as reason:
            tally.check(False, f"{language}: {reason}")
            continue
        for case in mine:
            for holds, what in checks(case, answers[case["id"]], language):
                tally.check(holds, f"{language}: {case['id']}: {what}")
        for name, option, _, outcome, offset in with_options:
            answer = answers[f"{name}+{option}"]
            place = answer.place[0] if answer.place else None
            what = f"{language}: {name} with {option}: {answer.outcome} at {place}"
            tally.check((answer.outcome, place) == (outcome, offset), what)
        print(f"{language}: {len(mine)} cases")
    named = set(re.findall(r"`([^`]+)`", (Path(__file__).parent / "README.md").read_text("utf-8")))
    for case in cases:
        known = case["id"] in by_program or case["id"] in named
        tally.check(known, f"README.md does not say where {case['id']} is tested")
    tally.finish()


main()
