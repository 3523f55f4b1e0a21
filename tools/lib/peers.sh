# Peers: what tools/bench compares with, and the servers, the load generator and the plotting library that it
# needs. Debian's packages by apt; all else below build/peers, in folders of its own: what is installed
# beside the project's own tools would disturb them. What cannot be had is named in build/peers/missing.tsv
# (area, name, reason); nothing here ends the benchmark.
# shellcheck shell=bash

PEERS=${BENCH_PEERS:-$BUILD/peers}
export BENCH_PEERS=$PEERS

PEERS_APT="rapidjson-dev libsimdjson-dev libjansson-dev libjson-c-dev wrk puma ruby-rack"
PEERS_PYTHON="ssrjson orjson msgspec ujson python-rapidjson matplotlib uvicorn starlette httptools uvloop"

peers_missing() {
    printf '%s\t%s\t%s\n' "$1" "$2" "$3" >>"$PEERS/missing.tsv"
    report_note "missing: $2 ($1): $3"
}

# All at once; if that fails one by one, so that one that is not there takes none with it.
peers_apt() {
    local wanted=() name
    # shellcheck disable=SC2086
    mapfile -t wanted < <(packages_missing $PEERS_APT)
    [ ${#wanted[@]} -gt 0 ] || return 0
    if ! command -v apt-get >/dev/null; then
        peers_missing debian "${wanted[*]}" "there is no apt-get"
        return 0
    fi
    packages_as_root apt-get update -q || true
    peers_apt_get "${wanted[@]}" && return 0
    for name in "${wanted[@]}"; do
        peers_apt_get "$name" || peers_missing debian "$name" "apt-get could not install it"
    done
}

peers_apt_get() {
    packages_as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@"
}

peers_pip() {
    timeout 300 python -m pip "$1" -q --disable-pip-version-check "${@:2}"
}

# The newest of each from PyPI. A folder's .dist-info says that a package is there.
peers_python() {
    local name
    mkdir -p "$PEERS/python"
    for name in $PEERS_PYTHON; do
        compgen -G "$PEERS/python/${name//-/_}-*.dist-info" >/dev/null && continue
        peers_pip install --target "$PEERS/python" --upgrade "$name" ||
            peers_missing python "$name" "pip could not install it"
    done
}

# yyjson is in no package of Debian 12; the Python package of that name carries its source.
peers_yyjson() {
    local folder=$PEERS/yyjson
    [ ! -f "$folder/yyjson.c" ] || return 0
    mkdir -p "$folder/download"
    if ! peers_pip download --no-deps --no-binary :all: -d "$folder/download" yyjson ||
        ! tar -xzf "$folder"/download/yyjson-*.tar.gz -C "$folder" --strip-components 2 \
            --wildcards '*/yyjson/yyjson.[ch]'; then
        peers_missing core yyjson "its source could not be had"
    fi
}

# The newest json and oj from RubyGems; where that does not answer, Debian's own json if it is newer than
# the one that Ruby comes with. Once that was so, RubyGems is not asked again.
peers_ruby() {
    local folder=$PEERS/ruby download=$PEERS/ruby-download name
    command -v gem >/dev/null || return 0
    for name in json oj; do
        compgen -G "$folder/gems/$name-*" >/dev/null && [ ! -d "$download" ] && continue
        [ ! -d "$download" ] &&
            timeout 120 gem install --install-dir "$folder" --no-document "$name" && continue
        peers_missing ruby-newer "$name" "RubyGems did not answer, or it does not compile"
    done
    if ! compgen -G "$folder/gems/json-*" >/dev/null && command -v apt-get >/dev/null; then
        rm -rf "$folder" "$download"
        mkdir -p "$folder" "$download"
        if (cd "$download" && apt-get download -q ruby-json && dpkg -x ruby-json_*.deb .); then
            cp -r "$download"/usr/lib/*/rubygems-integration/*/* "$folder"
        fi
    fi
}

# The newest two even releases of Node, and fastify.
peers_node() {
    local newest machine
    command -v npm >/dev/null || return 0
    peers_npm "$PEERS/npm" fastify ||
        peers_missing node fastify "npm could not install it"
    [ "${1:-}" != quick ] || return 0
    machine=$(node -p process.arch)
    newest=$(timeout 60 npm view node version 2>/dev/null | cut -d. -f1)
    if [ -z "$newest" ]; then
        peers_missing node-newer node "npm does not answer"
        return 0
    fi
    newest=$((newest - newest % 2))
    for newest in $((newest - 2)) $newest; do
        peers_npm "$PEERS/node-$newest" "node-linux-$machine@$newest" ||
            peers_missing "node-$newest" node "npm could not install it"
    done
}

peers_npm() {
    [ -d "$1/node_modules/${2%%@*}" ] ||
        timeout 300 npm install --prefix "$1" --no-audit --no-fund --no-save "$2"
}

# peers_fetch full|quick
peers_fetch() {
    mkdir -p "$PEERS"
    : >"$PEERS/missing.tsv"
    peers_apt
    peers_python
    peers_yyjson
    peers_ruby
    peers_node "$1"
    return 0
}
