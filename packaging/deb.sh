#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes a Debian package of both programs and the module for Python, out/hopscope_VERSION_amd64.deb, and
# has lintian look at it.
set -euo pipefail
cd "$(dirname "$0")/.."

bash packaging/setup.sh deb
cmake --preset app -B build/deb -DHOPSCOPE_PYTHON=ON
cmake --build build/deb
cpack --config build/deb/CPackConfig.cmake -B out
package=$(ls -t out/hopscope_*.deb | head -n 1)
rm -rf out/_CPack_Packages
lintian --fail-on error "$package"
echo "Install it with: apt install ./$package"
