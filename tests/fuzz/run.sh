#!/bin/sh
# Runs the fuzz targets one after the other, each for so many seconds:
#
#     tests/fuzz/run.sh SECONDS [target...]
#
# Needs clang. Builds into $FASTJSON_FUZZ_BUILD (default: build/fuzz), where each target's corpus stays
# and grows. Ends with an error at the first finding; its input is left in the build directory.
set -eu
seconds=${1:?"usage: tests/fuzz/run.sh SECONDS [target...]"}
shift
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${FASTJSON_FUZZ_BUILD:-$root/build/fuzz}
if [ $# -eq 0 ]; then
    for source in "$root"/tests/fuzz/fuzz_*.c; do set -- "$@" "$(basename "$source" .c)"; done
fi
generator=$(command -v ninja >/dev/null && echo Ninja || echo 'Unix Makefiles')
[ -f "$build/CMakeCache.txt" ] || cmake -S "$root" -B "$build" -G "$generator" \
    -DCMAKE_C_COMPILER="${CC:-clang}" -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DFASTJSON_FUZZ=ON -DFASTJSON_TESTS=OFF >/dev/null
cmake --build "$build" --target "$@"
for target; do
    corpus=$build/corpus/$target
    python3 "$root/tests/fuzz/seeds.py" "$corpus"
    echo "$target: $seconds s"
    (cd "$build" && "./fuzz/$target" -max_total_time="$seconds" -max_len=4200 -timeout=20 \
        -rss_limit_mb=2048 -print_final_stats=1 -verbosity="${FASTJSON_FUZZ_VERBOSITY:-0}" \
        -dict="$root/tests/fuzz/fuzz.dict" -artifact_prefix="$build/finding-$target-" "$corpus") ||
        { echo "$target: a finding, in $build/finding-$target-*" >&2; exit 1; }
done
