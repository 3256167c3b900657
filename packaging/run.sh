#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds Hopscope and starts it. Arguments are passed on to the program.
# Where there is no display, the main job is done on the command line instead: the default example
# is simulated and out/ gets a picture of the network, a plot, a table and a report.
set -euo pipefail
cd "$(dirname "$0")/.."

bash packaging/setup.sh run
cmake --preset app
cmake --build --preset app

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  exec build/app/app/hopscope "$@"
fi
echo "There is no display here, so no window can open. The default example is simulated instead;"
echo "its pictures, table and report go to out/."
exec build/app/app/hopscope-cli demo --out out
