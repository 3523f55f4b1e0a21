#!/bin/sh
# Runs the fuzz targets, each for so many seconds and as many at once as there are CPUs:
#
#     tests/fuzz/run.sh SECONDS [target...]
#
# Needs clang. Builds into $FASTJSON_FUZZ_BUILD (default: build/fuzz; one that is configured already is
# taken as it is), where each target's corpus stays and grows. Ends with an error if there was a finding; its
# input is left in the build directory.
# $FASTJSON_FUZZ_JOBS: how many at once.
set -eu
seconds=${1:?"usage: tests/fuzz/run.sh SECONDS [target...]"}
shift
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${FASTJSON_FUZZ_BUILD:-$root/build/fuzz}
if [ $# -eq 0 ]; then
    for source in "$root"/tests/fuzz/fuzz_*.c; do set -- "$@" "$(basename "$source" .c)"; done
fi
generator=$(command -v ninja >/dev/null && echo Ninja || echo 'Unix Makefiles')
if [ ! -e "$build/CMakeCache.txt" ]; then
    cmake -S "$root" -B "$build" -G "$generator" \
        -DCMAKE_C_COMPILER="${CC:-clang}" -DCMAKE_BUILD_TYPE=RelWithDebInfo \
        -DFASTJSON_FUZZ=ON -DFASTJSON_TESTS=OFF -DFASTJSON_CLI=OFF >/dev/null
fi
cmake --build "$build" --target "$@"
cat >"$build/one.sh" <<'ONE'
set -eu
seconds=$1 root=$2 build=$3 target=$4
corpus=$build/corpus/$target
log=$build/log-$target
python3 "$root/tests/fuzz/seeds.py" "$target" "$corpus"
cd "$build"
if "./fuzz/$target" -max_total_time="$seconds" -max_len=4200 -timeout=20 -rss_limit_mb=2048 \
    -print_final_stats=1 -verbosity="${FASTJSON_FUZZ_VERBOSITY:-0}" \
    -dict="$root/tests/fuzz/fuzz.dict" -artifact_prefix="$build/finding-$target-" "$corpus" \
    >"$log" 2>&1; then
    echo "$target: $(awk '/number_of_executed_units/ { print $2 }' "$log") inputs in $seconds s"
else
    cat "$log"
    echo "$target: a finding, in $build/finding-$target-*"
    exit 1
fi
ONE
printf '%s\n' "$@" | xargs -n 1 -P "${FASTJSON_FUZZ_JOBS:-$(nproc)}" \
    sh "$build/one.sh" "$seconds" "$root" "$build"
