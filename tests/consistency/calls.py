"""The Python driver of the functions beyond parse and generate: answers a request file as
tests/harness/README.md describes.

calls.py REQUESTS > ANSWERS
"""

from __future__ import annotations

import base64
import contextlib
import io
import sys

import fastjson
from wire import dump, options_of

FAULTS_MAX = 8


def encoded(data: bytes | str) -> str:
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    return base64.b64encode(data).decode()


def value_event(value) -> str:
    return "v" + encoded(dump(value))


def fault(error: Exception) -> list[str]:
    """The events of what was raised; what it is not made for goes on."""
    if isinstance(error, fastjson.JSONDecodeError):
        pointer, message = encoded(error.pointer), encoded(error.msg)
        events = [value_event(value) for value in error.values]
        place = f"{error.offset},{error.line},{error.column}"
        return [*events, f"e{error.code},{place},{pointer},{message}"]
    if isinstance(error, fastjson.JSONEncodeError):
        return [f"g{error.code},{encoded(error.pointer)},{encoded(error.msg)}"]
    if type(error) is ValueError:
        return ["o"]
    raise error


def text_event(data: bytes | str, text) -> str:
    if isinstance(data, str) != isinstance(text, str):
        raise TypeError("text of another kind than was given")
    return "t" + encoded(data)


def many(text, argument, parse, generate, other):
    values = fastjson.loads_many(text, kind=argument, **parse)
    faults = 0
    while faults < FAULTS_MAX:
        try:
            yield value_event(next(values))
        except StopIteration:
            return
        except ValueError as error:
            yield from fault(error)
            faults += 1 if argument == "lines" else FAULTS_MAX // 2
        yield f"@{values.offset}"


def stream(text, argument, parse, generate, other):
    kind, *cuts = argument.split(":")
    reader = fastjson.Stream(kind, **parse)
    lines = kind == "lines"
    data = text.encode("utf-8") if isinstance(text, str) else text
    begin = faults = 0

    def step(call, *given):
        nonlocal faults
        try:
            for value in call(*given):
                yield value_event(value)
        except ValueError as error:
            yield from fault(error)
            faults += 1
        yield f"@{reader.offset}"

    for cut in cuts:
        if faults >= FAULTS_MAX:
            return
        end = int(cut) if cut != "-" else len(data)
        piece = data[begin:end]
        begin = end
        while True:
            before = faults
            yield from step(reader.feed, piece)
            if faults == before or not lines or faults >= FAULTS_MAX:
                break
            piece = b""
        if faults and not lines:
            faults = 0
            break
    while faults < FAULTS_MAX:
        before = faults
        yield from step(reader.finish)
        if faults == before or not lines:
            return


def lines(text, argument, parse, generate, other):
    fastjson.dumps_lines([], **generate)  # options come before the text
    values = list(fastjson.loads_many(text, **parse))
    out = io.StringIO()
    failed = None
    try:
        fastjson.dump_lines(values, out, **generate)
    except fastjson.JSONEncodeError as error:
        failed = fault(error)
        yield from failed
    written = "t" + encoded(out.getvalue())
    yield written
    try:
        whole = ["t" + encoded(fastjson.dumps_lines(values, **generate))]
    except fastjson.JSONEncodeError as error:
        whole = fault(error)
    if whole != (failed or [written]):
        raise AssertionError(f"dumps_lines and dump_lines disagree: {whole}")


def unfinished(text, argument, parse, generate, other):
    value, complete, used = fastjson.loads_unfinished(text, **parse)
    if used:
        yield value_event(value)
    elif value is not None:
        raise AssertionError("a value of nothing")
    yield f"u{int(complete)},{used}"


def generate(text, argument, parse, generate, other):
    value = fastjson.loads(text, **parse)
    data = fastjson.dumps_bytes(value, **generate)
    if fastjson.dumps(value, **generate).encode("utf-8", "surrogatepass") != data:
        raise AssertionError("dumps and dumps_bytes disagree")
    if fastjson.Encoder(**generate).dumps_bytes(value) != data:
        raise AssertionError("dumps_bytes and Encoder disagree")
    yield "t" + encoded(data)


def get(text, argument, parse, generate, other):
    pointer = other.decode("utf-8", "surrogatepass")
    yield value_event(fastjson.get(text, pointer, scope=argument, **parse))


def validate(text, argument, parse, generate, other):
    fastjson.validate(text, **parse)
    yield "=1"


def format(text, argument, parse, generate, other):
    yield text_event(fastjson.format(text, parse=parse, **generate), text)


def minify(text, argument, parse, generate, other):
    yield text_event(fastjson.minify(text, **parse), text)


def is_text(text, parse) -> bool:
    try:
        fastjson.loads(text, **parse)
    except fastjson.JSONDecodeError:
        return False
    return True


def patch(text, argument, parse, generate, other):
    try:
        yield text_event(fastjson.patch(text, other, **parse), text)
    except fastjson.JSONDecodeError as error:
        if not (is_text(text, parse) and is_text(other, parse)):
            raise
        yield f"p{error.code},{encoded(error.pointer)},{encoded(error.msg)}"


def merge(text, argument, parse, generate, other):
    yield text_event(fastjson.merge_patch(text, other, **parse), text)


def equal(text, argument, parse, generate, other):
    yield f"={int(fastjson.equal(text, other, **parse))}"


CALLS = {
    call.__name__: call
    for call in (
        validate,
        minify,
        format,
        generate,
        get,
        many,
        stream,
        lines,
        unfinished,
        patch,
        merge,
        equal,
    )
}


def events(function: str, text, *arguments) -> list[str]:
    found = []
    try:
        for event in CALLS[function](text, *arguments):
            found.append(event)
    except ValueError as error:
        found += fault(error)
    return found


def main() -> None:
    sys.setrecursionlimit(20000)
    with open(sys.argv[1], encoding="ascii") as requests:
        for line in requests:
            name, function, argument, parse, generate, text, other = line.rstrip("\n").split("\t")
            data = base64.b64decode(text)
            layout = options_of(generate)
            if "indent" in layout:  # which here brings line ends and spaces of its own
                layout = {"object_nl": "", "array_nl": "", "space": "", **layout}
            rest = (argument, options_of(parse), layout, base64.b64decode(other))
            found = events(function, data, *rest)
            kinds = [memoryview(data)] if data else []
            with contextlib.suppress(UnicodeDecodeError):
                kinds.append(data.decode("utf-8"))
            for text in kinds:
                if function == "stream":
                    break
                again = events(function, text, *rest)
                if again != found:
                    found = [f"of {type(text).__name__} other than of bytes:", *again]
            print(name, *found, sep="\t")


main()
