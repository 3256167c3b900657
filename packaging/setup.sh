#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing of the Debian packages in dependencies.txt.
#   packaging/setup.sh run     what building and starting takes
#   packaging/setup.sh test    what the tests take as well
#   packaging/setup.sh deb     what making a Debian package takes as well
set -euo pipefail
purpose=${1:-run}
here=$(cd "$(dirname "$0")" && pwd)

case $purpose in
  run) wanted='^run$' ;;
  test) wanted='^(run|test)$' ;;
  deb) wanted='^(run|deb)$' ;;
  *) echo "Usage: packaging/setup.sh run|test|deb" >&2; exit 2 ;;
esac
mapfile -t packages < <(awk -v wanted="$wanted" '$1 ~ wanted {print $2}' "$here/dependencies.txt")

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  echo "This is no Debian system, so nothing is installed. These Debian packages are needed, under" \
       "whatever names they have here: ${packages[*]}" >&2
  exit 0
fi

missing=()
for package in "${packages[@]}"; do
  state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$state" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "These packages are missing and only root can install them: ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
echo "Installing ${#missing[@]} packages: ${missing[*]}"
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=500)
"${apt[@]}" update
"${apt[@]}" install -y --no-install-recommends "${missing[@]}"
