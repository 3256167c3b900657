#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the pictures of the documentation again: tests/ui/pictures/make.sh BUILD_FOLDER
set -e
cd "$(dirname "$0")/../../.."
build=${1:-build}
cmake --build "$build" --target hopscope_pictures
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
QT_QPA_PLATFORM=offscreen "$build/tests/ui/pictures/hopscope_pictures" "$out"
for name in start design run run-dark generate learn-dragonfly learn-dragonfly-dark learn-compare \
  learn-list guide; do
  cp "$out/$name.png" resources/screenshots/
done
