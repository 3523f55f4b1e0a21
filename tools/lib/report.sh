# Reporting: one line a step with what it counted and how long it took; the sum at the end.
# A step is a function; all it prints goes to its log, from which its counts are read.
# shellcheck shell=bash

passed_all=0
failed_all=0
failed_steps=()
started=$SECONDS
report_counts=1

# The counts in a log, as "passed failed". Understands this project's own runners and CTest, pytest,
# unittest, minitest and node --test. Totals of several runners in one log are added up.
report_count() {
    awk '
        { gsub(/\033\[[0-9;]*m/, "") }
        /^[0-9]+ passed, [0-9]+ failed$/ { passed += $1; failed += $3; next }           # ours
        /tests passed, [0-9]+ tests failed out of [0-9]+/ {                            # CTest
            for (i = 1; i <= NF; i++) if ($i == "failed") bad = $(i - 2)
            total = $NF; failed += bad; passed += total - bad; next
        }
        /^(=+ )?([0-9]+ [a-z]+, )*[0-9]+ (passed|failed|error|errors|skipped|xfailed|xpassed|subtests passed)(, [0-9]+ [a-z]+)*.* in [0-9.]+s/ {    # pytest
            for (i = 1; i < NF; i++) {
                if ($(i + 1) ~ /^passed,?$/) passed += $i
                if ($(i + 1) ~ /^(failed|errors?),?$/) failed += $i
            }
            next
        }
        /^Ran [0-9]+ tests? in / { ran = $2; passed += ran; next }                       # unittest
        /^FAILED \((failures|errors)=/ {
            line = $0; bad = 0
            while (match(line, /(failures|errors)=[0-9]+/)) {
                split(substr(line, RSTART, RLENGTH), pair, "=")
                bad += pair[2]; line = substr(line, RSTART + RLENGTH)
            }
            failed += bad; passed -= bad; next
        }
        /^[0-9]+ (runs|tests), [0-9]+ assertions, [0-9]+ failures, [0-9]+ errors/ {    # minitest
            failed += $5 + $7; passed += $1 - $5 - $7; next
        }
        /^(# |ℹ )pass [0-9]+$/ { passed += $3; next }                                   # node --test
        /^(# |ℹ )fail [0-9]+$/ { failed += $3; next }
        /^(# |ℹ )cancelled [0-9]+$/ { failed += $3; next }
        END { print passed + 0, failed + 0 }
    ' "$1"
}

# report_step NAME COMMAND...: runs the command with its output in the log. A command that fails without
# having counted a failure counts as one; one that succeeds without counting anything as one passed.
report_step() {
    local name=$1 log=$LOG/$1.log begun=$SECONDS status=0 passed failed
    shift
    if [ -t 1 ]; then printf '%5ds  %-14s running\r' $((SECONDS - started)) "$name"; fi
    ("$@") >"$log" 2>&1 </dev/null || status=$?
    read -r passed failed < <(report_count "$log")
    if [ $status -ne 0 ] && [ "$failed" -eq 0 ]; then
        failed=1
    elif [ $status -eq 0 ] && [ "$failed" -eq 0 ] && [ "$passed" -eq 0 ]; then
        passed=1
    fi
    passed_all=$((passed_all + passed))
    failed_all=$((failed_all + failed))
    if [ "$report_counts" = 1 ] || [ "$failed" -ne 0 ]; then
        printf '%5ds  %-14s %7d passed %5d failed  %4ds\n' \
            $((SECONDS - started)) "$name" "$passed" "$failed" $((SECONDS - begun))
    else
        printf '%5ds  %-14s %31ds\n' $((SECONDS - started)) "$name" $((SECONDS - begun))
    fi
    sed -n 's/^note: /        note: /p' "$log"
    if [ "$failed" -ne 0 ]; then
        failed_steps+=("$name")
        printf '        the end of %s:\n' "${log#"$ROOT"/}"
        tail -n 25 "$log" | cut -c1-300 | sed 's/^/        | /'
        return 1
    fi
}

# report_setup NAME COMMAND...: as report_step, for what is no test: it counts only if it fails.
report_setup() {
    local before=$passed_all status=0
    report_counts=0
    report_step "$@" || status=$?
    report_counts=1
    passed_all=$before
    return $status
}

# Within a step: a line that is shown under the step's own, failed or not.
report_note() {
    echo "note: $*"
}

report_say() {
    printf '%5ds  %s\n' $((SECONDS - started)) "$*"
}

report_end() {
    if [ ${#failed_steps[@]} -gt 0 ]; then
        echo "failed: ${failed_steps[*]}"
    fi
    echo "$passed_all passed, $failed_all failed"
    [ $failed_all -eq 0 ] && [ $passed_all -gt 0 ]
}
