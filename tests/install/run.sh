#!/usr/bin/env bash
# Installs the library below a folder and uses it from there as a stranger would: through pkg-config,
# through find_package(fastjson), shared and static. The last line is "N passed, N failed".
set -u
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
BUILD=${FASTJSON_BUILD:-$ROOT/build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

check() {
    local what=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $what"
        cat "$work/log"
    fi
}

prints() {
    local expected=$1
    shift
    [ "$("$@")" = "$expected" ]
}

cat >"$work/user.c" <<'C'
#include <fastjson/fastjson.h>
#include <stdio.h>

int main(void)
{
    const char text[] = "{\"a\": [1, 2.50, \"\\u00e9\"]}";
    fj_document *document = NULL;
    fj_buffer out = {0};
    if (fj_parse(text, sizeof text - 1, NULL, &document, NULL) != FJ_OK ||
        fj_generate(fj_document_root(document), NULL, &out, NULL) != FJ_OK) {
        return 1;
    }
    fwrite(out.data, 1, out.length, stdout);
    fj_buffer_free(&out);
    fj_document_free(document);
    return 0;
}
C
cat >"$work/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.18)
project(user C)
find_package(fastjson 1.0 REQUIRED)
add_executable(user user.c)
target_link_libraries(user fastjson::fastjson)
add_executable(user_static user.c)
target_link_libraries(user_static fastjson::fastjson_static)
CMAKE

prefix=$work/prefix
expected='{"a":[1,2.5,"é"]}'
check 'cmake --install' cmake --install "$BUILD" --prefix "$prefix"
libdir=$(dirname "$(find "$prefix" -name libfastjson.so)")
check 'the SONAME link' test -e "$libdir/libfastjson.so.1"
export PKG_CONFIG_PATH=$libdir/pkgconfig
# pkg-config: where the file stands now is where the library is
read -r -a flags < <(pkg-config --define-prefix --cflags --libs fastjson)
check 'pkg-config --modversion' prints 1.0.0 pkg-config --modversion fastjson
check 'compile by pkg-config' gcc -std=c99 -o "$work/by-pc" "$work/user.c" "${flags[@]}"
check 'run by pkg-config' prints "$expected" env LD_LIBRARY_PATH="$libdir" "$work/by-pc"
check 'find_package' cmake -S "$work" -B "$work/build" -DCMAKE_PREFIX_PATH="$prefix"
check 'build by find_package' cmake --build "$work/build"
check 'run by find_package' prints "$expected" "$work/build/user"
check 'run static' prints "$expected" "$work/build/user_static"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
