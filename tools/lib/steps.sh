# The steps of tools/test: what each is, what it needs, and how it is done.
# shellcheck shell=bash

STEPS="build core clang sanitize threads plain arm64 musl abi install python ruby node
    consistency conformance cases worst demo bench fuzz format lint"
STEPS_LONG="numbers oracle huge hosts valgrind"
STEPS_ASKED="coverage"

steps_list() {
    cat <<'LIST'
build        by gcc: the libraries, the Node addon, the C driver; warnings are errors, as below
core         the core's tests, by gcc
clang        the same with clang
sanitize     the same under AddressSanitizer and UndefinedBehaviorSanitizer
threads      shared options and documents, under ThreadSanitizer
plain        the core's tests with the portable kernels only
arm64        cross-compiled for AArch64, under qemu
musl         linked statically with musl
abi          header in C and C++, exported symbols, layouts, life beside other libraries
install      installed, then used through pkg-config and CMake
python       the Python binding's tests
ruby         the Ruby binding's tests
node         the Node binding's tests
consistency  the four languages against one reference, on every document, and all their functions and
             engines against C's, good texts and bad; C and Python by each kernel
conformance  JSONTestSuite, in every language
cases        the collected faults of other libraries, in every language
worst        texts made to be slow, in Python, Ruby and Node
demo         tools/demo on a small document
bench        tools/bench on a tiny document
fuzz         tests/fuzz, 5 seconds a target (--long: 600)
format       clang-format, ruff format, prettier
lint         ruff, rubocop, shellcheck, eslint
numbers      (--long) ten million doubles both ways, against exact integer arithmetic
oracle       (--long) five million small texts against the slow and plain reader
huge         (--long) texts of more than 4 GiB; takes 12 GB of memory
hosts        (--long) Python's tests with the library under AddressSanitizer and UndefinedBehaviorSanitizer
valgrind     (--long) the core's tests under valgrind
coverage     (--coverage) which lines of core/ the tests reach; fails below 95 percent
LIST
}

step_known() {
    local name
    for name in $STEPS $STEPS_LONG $STEPS_ASKED; do
        [ "$name" != "$1" ] || return 0
    done
    return 1
}

declare -A step_done=()

# Runs a step once; a step whose build failed is not run and counts as failed.
step_run_with_needs() {
    local name=$1 need
    [ -z "${step_done[$name]:-}" ] || return "${step_done[$name]}"
    case $name in
    core | abi | install | python | ruby | node | consistency | conformance | cases | worst | demo | bench)
        need=build
        ;;
    numbers | oracle | huge | valgrind) need=core ;;
    *) need= ;;
    esac
    if [ -n "$need" ] && ! step_run_with_needs $need; then
        report_step "$name" step_without "$need"
        step_done[$name]=1
        return 1
    fi
    if report_step "$name" "step_$name"; then
        step_done[$name]=0
    else
        step_done[$name]=1
    fi
    return "${step_done[$name]}"
}

step_without() {
    echo "not run: the step $1 failed"
    return 1
}

# step_cmake FOLDER [CMAKE ARGUMENTS]: configures below build/; all warnings are errors.
step_cmake() {
    local folder=$BUILD/$1
    shift
    cmake -S "$ROOT" -B "$folder" -G Ninja -DFASTJSON_WERROR=ON -DFASTJSON_TESTS=ON "$@"
}

# The same, and builds.
step_configure() {
    step_cmake "$@" && cmake --build "$BUILD/$1" -j "$JOBS"
}

# step_ctest FOLDER [CTEST ARGUMENTS]
step_ctest() {
    local folder=$BUILD/$1
    shift
    ctest --test-dir "$folder" --output-on-failure -j "$JOBS" --no-tests=error "$@"
}

# The same where times mean nothing: in an emulator, or with every access checked.
step_ctest_untimed() {
    step_ctest "$1" --exclude-regex test_worst
}

# For other machines and C libraries, to which the command-line tool is nothing new. All random inputs are the
# step core's; what builds the same code in another way tries so many percent of them.
step_ctest_core() {
    FASTJSON_TEST_SHARE=20 step_ctest "$1" --exclude-regex "^(cli${2:+|$2})\$"
}

step_build() {
    if [ -z "$FASTJSON_NODE_HEADERS" ]; then
        echo "no Node headers: install libnode-dev"
        return 1
    fi
    step_cmake . -DCMAKE_C_COMPILER=gcc -DFASTJSON_STATIC=ON -DFASTJSON_NODE=ON \
        -DNODE_INCLUDE_DIR="$FASTJSON_NODE_HEADERS" &&
        cmake --build "$BUILD" -j "$JOBS" --target fastjson fastjson_static fastjson_node fastjson_cli driver calls
}

step_core() {
    cmake --build "$BUILD" -j "$JOBS" && step_ctest .
}

step_clang() {
    step_configure clang -DCMAKE_C_COMPILER=clang && FASTJSON_TEST_SHARE=20 step_ctest clang
}

# One build for the tests and for the fuzz targets, whose inputs are found by what the core reports of itself.
step_cmake_sanitize() {
    step_cmake sanitize -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=RelWithDebInfo -DFASTJSON_HOSTS=OFF \
        "-DCMAKE_C_FLAGS_RELWITHDEBINFO=-O1 -g1" -DFASTJSON_SANITIZE=address,undefined -DFASTJSON_FUZZ=ON
}

step_sanitize() {
    step_cmake_sanitize && cmake --build "$BUILD/sanitize" -j "$JOBS" &&
        ASAN_OPTIONS=detect_stack_use_after_return=1:allocator_may_return_null=1 FASTJSON_TEST_SHARE=40 \
            step_ctest_untimed sanitize
}

step_threads() {
    step_cmake threads -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=RelWithDebInfo \
        -DFASTJSON_SANITIZE=thread -DFASTJSON_CLI=OFF -DFASTJSON_HOSTS=OFF &&
        cmake --build "$BUILD/threads" -j "$JOBS" --target test_threads &&
        "$BUILD/threads/tests/test_threads"
}

step_plain() {
    step_configure plain -DCMAKE_C_COMPILER=gcc -DFASTJSON_PLAIN=ON && step_ctest_core plain
}

step_arm64() {
    step_configure arm64 -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
        -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc \
        "-DCMAKE_CROSSCOMPILING_EMULATOR=qemu-aarch64;-L;/usr/aarch64-linux-gnu" && step_ctest_core arm64 test_worst
}

step_musl() {
    step_configure musl -DCMAKE_C_COMPILER=musl-gcc -DCMAKE_EXE_LINKER_FLAGS=-static && step_ctest_core musl
}

step_abi() {
    python tests/abi/run.py
}

step_install() {
    tests/install/run.sh
}

# step_files COMMAND...: runs it with each file that standard input names, as many at once as there are CPUs;
# what each prints comes in one piece.
step_files() {
    # shellcheck disable=SC2016
    xargs -P "$JOBS" -I '{}' bash -c '
        status=0
        printed=$("$@" 2>&1) || status=1
        printf "== %s\n%s\n" "${*: -1}" "$printed"
        exit $status' step_files "$@" '{}'
}

step_python() {
    find bindings/python/tests -name 'test_*.py' | sort |
        PYTHONPATH=bindings/python step_files python -m pytest -q -p no:cacheprovider
}

step_ruby() {
    find bindings/ruby/test -name 'test_*.rb' | sort |
        step_files ruby -W -I bindings/ruby/lib -I bindings/ruby/test
}

step_node() {
    find bindings/node/test -name '*.test.*js' | sort | step_files node --test
}

step_consistency() {
    local status=0
    python tests/consistency/run.py || status=1
    python tests/consistency/run_calls.py || status=1
    return $status
}

step_conformance() {
    python tests/conformance/run.py
}

step_cases() {
    python tests/cases/run.py
}

step_worst() {
    python tests/worst/run.py
}

step_demo() {
    FASTJSON_NO_INSTALL=1 tools/demo --quick
}

step_bench() {
    python tests/bench/run.py
}

step_npm_tool() {
    local tool=$BUILD/npm/node_modules/.bin/$1
    if [ ! -x "$tool" ]; then
        report_note "$1 is not there: no npm, or npm could not get it; JavaScript is not checked by it"
        return 0
    fi
    shift
    FASTJSON_NPM=$BUILD/npm/ "$tool" "$@"
}

step_format() {
    local files=() status=0
    mapfile -t files < <(git ls-files '*.c' '*.h' '*.cc')
    [ ${#files[@]} -gt 0 ] || { echo "no files: git does not list any"; return 1; }
    clang-format --dry-run -Werror "${files[@]}" || status=1
    ruff format --check . || status=1
    step_npm_tool prettier --check '**/*.{js,mjs,cjs,ts}' || status=1
    return $status
}

step_lint() {
    local files=() status=0
    ruff check . || status=1
    rubocop --cache false . || status=1
    mapfile -t files < <(git ls-files | xargs grep -lE '^#!.*\b(ba)?sh\b' --; git ls-files '*.sh')
    shellcheck -x "${files[@]}" || status=1
    step_npm_tool eslint . || status=1
    return $status
}

step_numbers() {
    "$BUILD/tests/test_number_write" 10000000 && "$BUILD/tests/test_number_read" 10000000
}

step_huge() {
    "$BUILD/tests/test_huge" 4200
}

# What the hosts' own code reads and writes is looked at too. A sanitizer keeps memory that was given back, so that
# tests of leaks mean nothing there.
step_hosts() {
    local asan ubsan
    asan=$(gcc -print-file-name=libasan.so) && ubsan=$(gcc -print-file-name=libubsan.so) || return 1
    step_cmake hosts -DCMAKE_C_COMPILER=gcc -DCMAKE_BUILD_TYPE=RelWithDebInfo -DFASTJSON_CLI=OFF \
        -DFASTJSON_SANITIZE=address,undefined &&
        cmake --build "$BUILD/hosts" -j "$JOBS" --target fastjson &&
        ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD="$asan $ubsan" FASTJSON_LIBRARY=$BUILD/hosts/libfastjson.so \
            PYTHONPATH=bindings/python python -m pytest -q -s -p no:cacheprovider -k "not leak" bindings/python/tests
}

step_oracle() {
    "$BUILD/tests/test_parse_oracle" 5000000
}

# Under valgrind a program takes thirty times as long: those that take a count get a small one.
# test_worst judges times, which mean nothing there.
step_valgrind() {
    local test status=0 arguments
    for test in "$BUILD"/tests/test_*; do
        arguments=()
        case ${test##*/} in
        test_worst) continue ;;
        test_number_read | test_number_write | test_parse_oracle | test_tape) arguments=(3000) ;;
        test_threads) arguments=(5) ;;
        esac
        echo "== $test ${arguments[*]}"
        valgrind -q --error-exitcode=9 --leak-check=full "$test" "${arguments[@]}" || status=1
    done
    return $status
}

# The core's own tests, and those of what drives core/src/hosts and the drivers of every kernel.
step_coverage() {
    local folder=$BUILD/coverage file status=0
    step_configure coverage -DCMAKE_C_COMPILER=gcc -DCMAKE_BUILD_TYPE=Debug \
        "-DCMAKE_C_FLAGS=--coverage -O1 -fprofile-update=atomic" -DFASTJSON_NODE=ON \
        -DNODE_INCLUDE_DIR="$FASTJSON_NODE_HEADERS" || return 1
    find "$folder" -name '*.gcda' -delete
    step_ctest_untimed coverage || status=1
    (
        export FASTJSON_BUILD=$folder FASTJSON_LIBRARY=$folder/libfastjson.so
        export LIBFASTJSON_NODE=$folder/fastjson.node
        for file in python ruby node abi; do
            "step_$file" || exit 1
        done
    ) || status=1
    gcovr --root "$ROOT" --filter "$ROOT/core/" --gcov-ignore-parse-errors --txt "$LOG/coverage.txt" \
        --print-summary --fail-under-line 95 "$folder" || status=1
    cat "$LOG/coverage.txt"
    report_note "$(awk '$1 == "TOTAL" { print $4 " of the lines of core/, " $3 " of " $2 }' "$LOG/coverage.txt"): build/log/coverage.txt"
    return $status
}

step_fuzz() {
    step_cmake_sanitize && FASTJSON_FUZZ_BUILD=$BUILD/sanitize tests/fuzz/run.sh "$FASTJSON_FUZZ_SECONDS"
}
