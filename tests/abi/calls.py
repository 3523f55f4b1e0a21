"""Calls every function of fastjson.h through cffi, which is libffi, as the header declares them.

Each call has arguments that make sense and a result that is known. Before it, in a child process
each, come the same call with each pointer in turn NULL, and the call with nothing but NULL and 0:
the child must end by itself. The last line is "N passed, N failed".
"""

from __future__ import annotations

import os
import sys

from interface import HEADERS, Tally, build, functions, plain, read_interface

ffi = read_interface()
lib = ffi.dlopen(str(build() / "libfastjson.so"))
tally = Tally()
called: set[str] = set()

OK, ARGUMENT, STATE, END, MORE = 0, 1, 26, -1, -2


def survives(name: str, arguments: list, what: str) -> None:
    """The call ends without a signal, in a child process."""
    child = os.fork()
    if child == 0:
        getattr(lib, name)(*arguments)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    tally.check(status == 0, f"{name} with {what} ends with status {status}")


def nothing_of(argument) -> object:
    """NULL or 0."""
    return ffi.NULL if argument.kind in ("pointer", "function") else 0


def call(name: str, expected, *arguments):
    """The function's result, which is checked unless `expected` is None."""
    called.add(name)
    function = getattr(lib, name)
    kinds = ffi.typeof(function).args
    if kinds:
        survives(name, [nothing_of(kind) for kind in kinds], "nothing but NULL and 0")
    for place, kind in enumerate(kinds):
        if kind.kind in ("pointer", "function"):
            changed = list(arguments)
            changed[place] = ffi.NULL
            survives(name, changed, f"NULL for argument {place}")
    result = function(*arguments)
    if expected is not None:
        tally.check(result == expected, f"{name} gives {result}, not {expected}")
    return result


def options(struct: str, **fields):
    made = ffi.new(f"{struct} *")
    made.size = ffi.sizeof(struct)
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def text_of(buffer) -> bytes:
    return ffi.buffer(buffer.data, buffer.length)[:]


error = options("fj_error")
parse = options("fj_parse_options")
generate = options("fj_generate_options")
out = ffi.new("fj_buffer *")
TEXT = b'{"a":[1,-2,2.5,true,null,"x"],"b":{}}'


def read(text: bytes):
    document = ffi.new("fj_document **")
    tally.check(lib.fj_parse(text, len(text), ffi.NULL, document, ffi.NULL) == OK, f"parse {text}")
    return document


def root(document):
    return lib.fj_document_root(document[0])


def check_basics() -> None:
    call("fj_abi_version", lib.FJ_ABI_VERSION)
    tally.check(ffi.string(call("fj_version", None)) == b"1.0.0", "the version is not 1.0.0")
    if hasattr(lib, "fj_kernel_name"):
        tally.check(len(ffi.string(call("fj_kernel_name", None))) > 0, "the kernel has no name")
    name = ffi.string(call("fj_error_name", None, 4))
    tally.check(name == b"unexpected_end", f"4 is called {name}")


def check_text() -> None:
    call("fj_validate", OK, TEXT, len(TEXT), parse, error)
    call("fj_minify", OK, b" [1] ", 5, parse, out, error)
    tally.check(text_of(out) == b"[1]", f"minified: {text_of(out)}")
    call("fj_format", OK, b" [1.50] ", 8, parse, generate, out, error)
    tally.check(text_of(out) == b"[1.5]", f"formatted: {text_of(out)}")
    at, length = ffi.new("size_t *"), ffi.new("size_t *")
    call("fj_text_get", OK, TEXT, len(TEXT), b"/a/2", 4, 0, parse, at, length, error)
    tally.check(TEXT[at[0] : at[0] + length[0]] == b"2.5", f"found at {at[0]}")
    found = ffi.new("fj_document **")
    call("fj_text_get_document", OK, TEXT, len(TEXT), b"/b", 2, 0, parse, found, error)
    lib.fj_document_free(found[0])


def check_documents() -> None:
    document = ffi.new("fj_document **")
    call("fj_parse", OK, TEXT, len(TEXT), parse, document, error)
    value = call("fj_document_root", None, document[0])
    call("fj_document_length", 11, document[0])
    call("fj_generate", OK, value, generate, out, error)
    tally.check(text_of(out) == TEXT, f"generated: {text_of(out)}")
    call("fj_value_kind", 11, value)
    call("fj_value_length", 2, value)
    key = call("fj_value_next", None, value, ffi.NULL)
    array = call("fj_value_member", None, value, b"a", 1)
    tally.check(array == key + 1, "the first member is not the first")
    one, two, real, true, last = (call("fj_value_element", None, array, i) for i in (0, 1, 2, 3, 5))
    integer, unsigned = ffi.new("int64_t *"), ffi.new("uint64_t *")
    number, truth = ffi.new("double *"), ffi.new("int32_t *")
    text, length = ffi.new("char const **"), ffi.new("size_t *")
    call("fj_value_int64", OK, two, integer)
    call("fj_value_uint64", OK, one, unsigned)
    call("fj_value_double", OK, real, number)
    call("fj_value_boolean", OK, true, truth)
    call("fj_value_text", OK, last, text, length)
    got = (integer[0], unsigned[0], number[0], truth[0], ffi.buffer(text[0], length[0])[:])
    tally.check(got == (-2, 1, 2.5, 1, b"x"), f"the values are {got}")
    found = ffi.new("fj_value const **")
    call("fj_value_pointer", OK, value, b"/a/1", 4, found, error)
    tally.check(found[0] == two, "the pointer leads elsewhere")
    call("fj_value_equal", OK, value, value, truth)
    tally.check(truth[0] == 1, "a value is not equal to itself")
    call("fj_document_free", None, document[0])


def check_making() -> None:
    target, made = read(TEXT), ffi.new("fj_document **")
    call("fj_document_copy", OK, root(target), made, error)
    patch = read(b'[{"op":"remove","path":"/a"}]')
    patching = options("fj_patch_options")
    call("fj_document_patch", OK, root(target), root(patch), patching, made, error)
    lib.fj_generate(root(made), ffi.NULL, out, ffi.NULL)
    tally.check(text_of(out) == b'{"b":{}}', f"patched: {text_of(out)}")
    merge = read(b'{"a":null,"c":1}')
    call("fj_document_merge", OK, root(target), root(merge), made, error)
    lib.fj_generate(root(made), ffi.NULL, out, ffi.NULL)
    tally.check(text_of(out) == b'{"b":{},"c":1}', f"merged: {text_of(out)}")
    for document in (target, patch, merge, made):
        lib.fj_document_free(document[0])


WRITTEN = b'{"k":[null,true,-1,1,0.5,1e3,"s",[]]}'


def write_values(prefix: str, handle, value) -> None:
    """The calls that builder and generator have in common."""
    call(f"{prefix}_begin_object", OK, handle)
    call(f"{prefix}_key", OK, handle, b"k", 1)
    call(f"{prefix}_begin_array", OK, handle)
    call(f"{prefix}_null", OK, handle)
    call(f"{prefix}_boolean", OK, handle, 1)
    call(f"{prefix}_int64", OK, handle, -1)
    call(f"{prefix}_uint64", OK, handle, 1)
    call(f"{prefix}_double", OK, handle, 0.5)
    call(f"{prefix}_number", OK, handle, b"1e3", 3)
    call(f"{prefix}_string", OK, handle, b"s", 1)
    call(f"{prefix}_value", OK, handle, value)
    if prefix == "fj_generator":
        call("fj_generator_raw", OK, handle, b" [ ]", 4, 0)
    call(f"{prefix}_end_array", OK, handle)
    call(f"{prefix}_end_object", OK, handle)


def check_builder() -> None:
    builder, document, value = ffi.new("fj_builder **"), ffi.new("fj_document **"), read(b"[]")
    call("fj_builder_new", OK, builder)
    write_values("fj_builder", builder[0], root(value))
    call("fj_builder_finish", OK, builder[0], document, error)
    lib.fj_generate(root(document), ffi.NULL, out, ffi.NULL)
    tally.check(text_of(out) == WRITTEN, f"built: {text_of(out)}")
    call("fj_builder_free", None, builder[0])
    lib.fj_document_free(document[0])
    lib.fj_document_free(value[0])


def check_generator() -> None:
    value, pieces = read(b"[]"), []
    expected = WRITTEN[:-2] + b", [ ]]}"

    @ffi.callback("int32_t(void *, char *, size_t)")
    def flush(context, data, length):
        pieces.append(ffi.buffer(data, length)[:])
        return OK

    generator = ffi.new("fj_generator **")
    own = ffi.new("fj_buffer *")
    call("fj_generator_new", OK, generate, own, generator, error)
    write_values("fj_generator", generator[0], root(value))
    call("fj_generator_finish", OK, generator[0], error)
    tally.check(text_of(own) == expected, f"generated: {text_of(own)}")
    call("fj_generator_free", None, generator[0])
    call("fj_buffer_free", None, own)
    call("fj_generator_new_flush", OK, generate, flush, ffi.NULL, 0, generator, error)
    lib.fj_generator_null(generator[0])
    lib.fj_generator_finish(generator[0], ffi.NULL)
    lib.fj_generator_free(generator[0])
    tally.check(b"".join(pieces) == b"null", f"flushed: {pieces}")
    lib.fj_document_free(value[0])


def check_sequences() -> None:
    document, lines = ffi.new("fj_document **"), options("fj_sequence_options", kind=1)
    place, text = ffi.new("fj_sequence *"), b"1\n[2]\n"
    call("fj_parse_next", OK, text, len(text), place, lines, parse, document, error)
    tally.check(place.offset == 2, f"the next line is at {place.offset}")
    complete, used = ffi.new("int32_t *"), ffi.new("size_t *")
    unfinished = b'{"a":"b'
    call("fj_parse_unfinished", OK, unfinished, 7, parse, document, complete, used, error)
    lib.fj_generate(root(document), ffi.NULL, out, ffi.NULL)
    tally.check(text_of(out) == b'{"a":"b"}' and not complete[0], f"unfinished: {text_of(out)}")
    stream = ffi.new("fj_stream **")
    call("fj_stream_new", OK, lines, parse, stream, error)
    call("fj_stream_read", OK, stream[0], text, len(text), used, document, error)
    call("fj_stream_start", 0, stream[0])
    call("fj_stream_offset", 2, stream[0])
    call("fj_stream_finish", END, stream[0], document, error)
    call("fj_stream_reset", None, stream[0])
    call("fj_stream_free", None, stream[0])
    lib.fj_document_free(document[0])


def check_lines() -> None:
    value, pieces = read(b"[ 1 ]"), []

    @ffi.callback("int32_t(void *, char *, size_t)")
    def flush(context, data, length):
        pieces.append(ffi.buffer(data, length)[:])
        return OK

    lines, own = ffi.new("fj_lines **"), ffi.new("fj_buffer *")
    call("fj_lines_new", OK, generate, own, lines, error)
    call("fj_lines_value", OK, lines[0], root(value), error)
    tally.check(text_of(own) == b"[1]\n", f"a line: {text_of(own)}")
    call("fj_lines_finish", OK, lines[0], error)
    call("fj_lines_free", None, lines[0])
    lib.fj_buffer_free(own)
    call("fj_lines_new_flush", OK, generate, flush, ffi.NULL, 0, lines, error)
    lib.fj_lines_value(lines[0], root(value), ffi.NULL)
    lib.fj_lines_finish(lines[0], ffi.NULL)
    lib.fj_lines_free(lines[0])
    tally.check(b"".join(pieces) == b"[1]\n", f"flushed: {pieces}")
    lib.fj_document_free(value[0])


class Heap:
    """An allocator: its blocks, by address, and how many requests there were."""

    def __init__(self) -> None:
        self.blocks: dict[int, object] = {}
        self.requests = 0

        @ffi.callback("void *(void *, size_t)")
        def allocate(context, size):
            self.requests += 1
            block = ffi.new("char[]", size + 16)
            place = int(ffi.cast("uintptr_t", block)) + 15 & ~15
            self.blocks[place] = block
            return ffi.cast("void *", place)

        @ffi.callback("void(void *, void *)")
        def release(context, block):
            del self.blocks[int(ffi.cast("uintptr_t", block))]

        self.functions = allocate, release
        self.allocator = options("fj_allocator", allocate=allocate, release=release)


def check_allocator() -> None:
    heap = Heap()
    document, own = ffi.new("fj_document **"), ffi.new("fj_buffer *")
    call("fj_document_new", OK, heap.allocator, document)
    lib.fj_parse(TEXT, len(TEXT), ffi.NULL, document, ffi.NULL)
    with_heap = options("fj_generate_options", allocator=heap.allocator)
    lib.fj_generate(root(document), with_heap, own, ffi.NULL)
    tally.check(text_of(own) == TEXT, f"generated: {text_of(own)}")
    tally.check(heap.requests >= 4, f"{heap.requests} requests for a document and a buffer")
    # NULL in place of the allocator would give its block to malloc: not through call()
    called.add("fj_buffer_free_with")
    survives("fj_buffer_free_with", [ffi.NULL, ffi.NULL], "nothing but NULL and 0")
    lib.fj_buffer_free_with(own, heap.allocator)
    tally.check(own.data == ffi.NULL and own.capacity == 0, "the buffer is not empty")
    equal = ffi.new("int32_t *")
    call("fj_value_equal_with", OK, root(document), root(document), heap.allocator, equal)
    tally.check(equal[0] == 1, "a value is not equal to itself")
    builder = ffi.new("fj_builder **")
    call("fj_builder_new_with", OK, heap.allocator, builder)
    lib.fj_builder_free(builder[0])
    lib.fj_document_free(document[0])
    tally.check(not heap.blocks, f"{len(heap.blocks)} blocks are left")


def check_hosts() -> None:
    """What bindings use gets nothing but NULL and 0 here: the bindings' own tests do the rest."""
    for name in functions(plain(HEADERS[1])):
        kinds = ffi.typeof(getattr(lib, name)).args
        survives(name, [nothing_of(kind) for kind in kinds], "nothing but NULL and 0")


def main() -> None:
    check_basics()
    check_text()
    check_documents()
    check_making()
    check_builder()
    check_generator()
    check_sequences()
    check_lines()
    check_allocator()
    check_hosts()
    lib.fj_buffer_free(out)
    missing = set(functions(plain(HEADERS[0]))) - called
    tally.check(not missing, f"these functions are not called here: {sorted(missing)}")
    sys.stdout.flush()
    tally.finish()


main()
