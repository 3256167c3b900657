#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes out/hopscope-cli-VERSION-x86_64.tar.gz: hopscope-cli without Qt, which takes nothing but the C
# library from where it is unpacked, for compute nodes. The last line says how old that may be.
#   packaging/archive.sh          the archive
#   packaging/archive.sh check    only whether it can be made, of the program in build/checked; thrown away
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if [ "${1:-}" = check ]; then
  out=$folder/out
  build=build/checked
  [ -x $build/app/hopscope-cli ] || { echo "Build it first: cmake --preset checked && cmake --build --preset checked" >&2; exit 1; }
else
  out=out
  build=build/archive
  bash packaging/setup.sh run
  cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DHOPSCOPE_UNITY=ON -DHOPSCOPE_STATIC=ON \
    -DHOPSCOPE_GUI=OFF -DHOPSCOPE_TESTS=OFF -DHOPSCOPE_BENCH=OFF
  cmake --build "$build" --target hopscope-cli
fi
program=$build/app/hopscope-cli
version=$($program --version | sed 's/.* //')
name=hopscope-cli-$version-$(uname -m)

# What else it would load, it would not find.
foreign=$(ldd "$program" | awk '$1 !~ /^(linux-vdso|libc|libm|.*\/ld-linux-x86-64)\.so/ {print $1}')
if [ -n "$foreign" ]; then
  echo "The program is not to need these libraries: $foreign" >&2
  exit 1
fi

mkdir -p "$folder/$name" "$out"
strip -o "$folder/$name/hopscope-cli" "$program"
cp LICENSE packaging/hopscope-cli.1 "$folder/$name/"
find "$folder/$name" -exec touch -d "@$(git -c safe.directory="$PWD" log -1 --format=%ct 2>/dev/null || date +%s)" {} +
tar -C "$folder" --sort=name --owner=0 --group=0 --numeric-owner -cf - "$name" | gzip -9n > "$out/$name.tar.gz"

# Unpacked elsewhere, where nothing is set, it simulates.
mkdir "$folder/elsewhere"
tar -C "$folder/elsewhere" -xzf "$out/$name.tar.gz"
(cd "$folder/elsewhere" && env -i "./$name/hopscope-cli" new torus > torus.json &&
  env -i "./$name/hopscope-cli" run torus.json --set run.measure=500 --quiet --project p.hopscope)

needed=$(objdump -T "$program" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
if [ "${1:-}" = check ]; then
  echo "The archive can be made ($(du -h "$out/$name.tar.gz" | cut -f 1) as the checks compile it); it needs ${needed/_/ } or newer."
else
  echo "$out/$name.tar.gz is made ($(du -h "$out/$name.tar.gz" | cut -f 1)); it needs ${needed/_/ } or newer."
fi
