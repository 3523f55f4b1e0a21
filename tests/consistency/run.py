"""Holds the four languages against one independent reading and writing of JSON.

Every input goes to every language. Each has to accept or refuse it as tests/harness/reference.py
does, with the same error code, byte offset, line, column and pointer; to hold the same values; and
to write the same bytes in six forms. JavaScript, which has one number type and its own order of
keys, is held to the reference's JavaScript form; its canonical form, with exact integers, to the
same bytes as the rest.

All four languages run by the CPU kernel that is used by default; C and the next one run the same
documents by each other kernel that the machine has.

Prints what differs; the last line is "N passed, N failed".
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

import drivers
import inputs
import reference
from drivers import Answer, Tally
from reference import Form


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def expected_forms(value, javascript: bool) -> dict[str, str]:
    forms = {}
    for form in drivers.FORMS:
        flags = {} if form == "compact" else {form: True}
        forms[form] = sha256(reference.write(value, Form(javascript=javascript, **flags)))
    return forms


def expected(text: bytes) -> tuple[Answer, Answer]:
    """What all languages have to answer but JavaScript, and JavaScript."""
    try:
        value = reference.read(text) if len(text) < 20000 else reference.read_large(text)
    except reference.Fault as fault:
        answer = Answer(fault.code, (fault.offset, fault.line, fault.column, fault.pointer))
        return answer, answer
    forms = expected_forms(value, False)
    plain = Answer("ok", (), sha256(reference.dump(value)), forms)
    if reference.same_in_javascript(value):
        return plain, Answer("ok", (), sha256(reference.dump(value, True)), forms)
    try:
        if len(text) < 20000:  # none of the large ones has an integer that is no double
            reference.read(text, javascript=True)
    except reference.Fault as fault:
        place = (fault.offset, fault.line, fault.column, fault.pointer)
        return plain, Answer(fault.code, place)
    forms = expected_forms(value, True)
    return plain, Answer("ok", (), sha256(reference.dump(value, True)), forms)


def compare(tally: Tally, language: str, name: str, got: Answer, want: Answer) -> None:
    where = f"{language}: {name}"
    same = got.outcome == want.outcome and got.place == want.place
    tally.check(same, f"{where}: {got.outcome} {got.place}, expected {want.outcome} {want.place}")
    if got.outcome == want.outcome == "ok":
        tally.check(got.dump == want.dump, f"{where}: other values")
        for form in drivers.FORMS:
            ours = got.forms[form]
            tally.check(ours == want.forms[form], f"{where}: other text, {form}: {ours}")


def check_reference(tally: Tally) -> None:
    """The reference itself against what was worked out by hand."""
    for vector in inputs.vectors("invalid.jsonl"):
        want, _ = expected(vector["bytes"])
        place = tuple(vector[key] for key in ("offset", "line", "column", "pointer"))
        same = want == Answer(vector["code"], place)
        tally.check(same, f"reference: {vector['id']}: {want}")
    for vector in inputs.vectors("valid.jsonl"):
        value = reference.read(vector["bytes"])
        for form in (*drivers.FORMS, "javascript"):
            if form in vector:
                flags = {} if form == "compact" else {form: True}
                text = reference.write(value, Form(**flags)).decode("utf-8")
                tally.check(text == vector[form], f"reference: {vector['id']}: {form}: {text}")


def main() -> None:
    sys.setrecursionlimit(20000)
    seed = int(os.environ.get("FASTJSON_SEED", "1"))
    tally = Tally()
    check_reference(tally)
    documents = (
        inputs.vector_inputs()
        + inputs.mutations(seed)
        + inputs.random_documents(seed)
        + inputs.generated_document()
        + inputs.shared_files("conformance")
        + inputs.shared_files("corpus")
        + [
            inputs.Input(f"shared/cases/{case['id']}", case["bytes"])
            for case in inputs.cases()
            if "bytes" in case and len(case["bytes"]) < 2**24
        ]
    )
    if not inputs.SHARED.exists():
        print(f"{inputs.SHARED} is not there: its corpus, conformance and cases are left out")
    languages = drivers.languages()
    first, *others = drivers.kernels()
    runs = [(language, first) for language in languages]
    # A kernel only finds places in text, which C and one host show as well as four languages would.
    runs += [(language, kernel) for kernel in others for language in languages[:2]]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        # the drivers are at work while the reference is
        started = [
            pool.submit(drivers.run, language, documents, "hash", kernel)
            for language, kernel in runs
        ]
        wanted = {one.name: expected(one.text) for one in documents}
    for (language, kernel), answer in zip(runs, started):
        try:
            answers = answer.result()
        except (SystemExit, OSError, subprocess.TimeoutExpired) as reason:
            tally.check(False, f"{language} by {kernel}: {reason}")
            continue
        for one in documents:
            want = wanted[one.name][language == "node"]
            compare(tally, f"{language} by {kernel}", one.name, answers[one.name], want)
        print(f"{language} by {kernel}: {len(documents)} documents")
    tally.finish()


main()
