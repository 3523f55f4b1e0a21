# Packages: what the tests and the demo need, from Debian 12 by apt, a Python environment below build/
# and, for formatting JavaScript, npm. Nothing is installed that is there already.
# shellcheck shell=bash

APT_BUILD="cmake ninja-build gcc g++ pkg-config"
APT_LANGUAGES="python3 python3-venv python3-cffi ruby ruby-ffi ruby-oj ruby-minitest"
APT_DEMO="libjansson-dev"
APT_TESTS="git clang clang-format gcovr shellcheck rubocop valgrind libffi-dev musl-tools
    qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross
    libfastjson4 libjson-c5 libjansson4 libjansson-dev"

packages_as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo -n "$@"
    else
        echo "not root and no sudo: cannot run $*" >&2
        return 1
    fi
}

packages_missing() {
    local name
    for name in "$@"; do
        dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"
    done
}

# Node 18 or later, with its headers: those beside it, or Debian's libnode-dev for Debian's node.
packages_node() {
    local major=0
    if command -v node >/dev/null; then
        major=$(node -p 'process.versions.node.split(".")[0]')
    fi
    if [ "$major" -lt 18 ]; then
        echo nodejs libnode-dev
    elif ! packages_node_headers >/dev/null; then
        echo libnode-dev
    fi
}

packages_node_headers() {
    local prefix folder
    prefix=$(dirname "$(dirname "$(readlink -f "$(command -v node)")")")
    for folder in "$prefix/include/node" /usr/include/node /usr/include/nodejs/src; do
        if [ -f "$folder/node_api.h" ]; then
            echo "$folder"
            return 0
        fi
    done
    return 1
}

# Which python the tests use: a virtual environment below build/ that sees Debian's packages.
packages_venv() {
    local venv=$BUILD/venv python=/usr/bin/python3
    [ -x $python ] || python=$(command -v python3)
    if ! "$venv/bin/python" -c 'import cffi' 2>/dev/null; then
        rm -rf "$venv"
        "$python" -m venv --system-site-packages "$venv" || return 1
        "$venv/bin/python" -c 'import cffi' 2>/dev/null || "$venv/bin/pip" install -q cffi || return 1
    fi
}

# What only the tests want of Python.
packages_venv_tests() {
    local venv=$BUILD/venv
    "$venv/bin/python" -c 'import pytest' 2>/dev/null || "$venv/bin/pip" install -q pytest || return 1
    "$venv/bin/python" -c 'import matplotlib' 2>/dev/null || "$venv/bin/pip" install -q matplotlib || return 1
    [ -x "$venv/bin/ruff" ] || "$venv/bin/pip" install -q ruff || return 1
}

# prettier and eslint below build/npm. They only format and lint: where npm cannot get them, the steps
# format and lint say so.
packages_npm() {
    command -v npm >/dev/null || return 0
    [ -x "$BUILD/npm/node_modules/.bin/prettier" ] && [ -x "$BUILD/npm/node_modules/.bin/eslint" ] ||
        npm install --prefix "$BUILD/npm" --no-audit --no-fund --no-save \
            prettier@3 eslint@9 @eslint/js@9 globals@15 || true
}

# packages_fetch demo|tests
packages_fetch() {
    local wanted=() more=$APT_DEMO
    [ "$1" = demo ] || more=$APT_TESTS
    # shellcheck disable=SC2086,SC2046
    mapfile -t wanted < <(packages_missing $APT_BUILD $APT_LANGUAGES $more $(packages_node))
    if [ ${#wanted[@]} -gt 0 ] && command -v apt-get >/dev/null; then
        echo "apt-get install ${wanted[*]}"
        packages_as_root apt-get update -q || return 1
        packages_as_root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -q --no-install-recommends "${wanted[@]}" || return 1
    fi
    packages_venv || return 1
    [ "$1" = demo ] || { packages_venv_tests && packages_npm; }
}

# packages_install demo|tests: what each of them needs.
packages_install() {
    local status=0
    if [ -z "${FASTJSON_NO_INSTALL:-}" ]; then
        report_setup packages packages_fetch "$1" || status=1
    fi
    if [ -x "$BUILD/venv/bin/python" ]; then
        export PATH="$BUILD/venv/bin:$PATH"
    fi
    FASTJSON_NODE_HEADERS=$(packages_node_headers || true)
    export FASTJSON_NODE_HEADERS
    return $status
}
