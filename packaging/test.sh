#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds everything and runs every test and check. The last line says
# whether all of them passed.
#   packaging/test.sh          everything
#   packaging/test.sh quick    without sanitizers, clang-tidy and benchmark
set -euo pipefail
cd "$(dirname "$0")/.."
started=$SECONDS
# Functions run for minutes in slow builds; Qt's watchdog ends them after five.
patience=1500000
step="start"
trap 'code=$?; [ $code -eq 0 ] || echo "FAILED: $step (after $((SECONDS - started)) s)"' EXIT

say() {
  step=$1
  printf '\n== %s (at %d s)\n' "$step" $((SECONDS - started))
}
sources() {
  find app engine projects tests ui -name '*.cpp' -o -name '*.h'
}
# The sources that the latest commits touched, newest first.
recent_sources() {
  git -c safe.directory="$PWD" log -n 20 --name-only --pretty=format: -- '*.cpp' |
    awk 'NF && !seen[$0]++' | while read -r file; do if [ -f "$file" ]; then echo "$file"; fi; done |
    awk 'NR <= 15' # and not head, which would break the pipe of what is still writing
}
run_tests() {
  ctest --test-dir "build/$1" --output-on-failure --no-tests=error -j "$(nproc)" "${@:2}" ||
    { last_words "$1"; return 1; }
}

# The end of all that is printed is what is looked at first: how the failed tests ended.
last_words() {
  local logs="build/$1/Testing/Temporary"
  cut -d: -f2 "$logs/LastTestsFailed.log" | while read -r name; do
    echo "-- $name"
    said=$(awk -v begin="Testing: $name" '$0 ~ begin "$" {on = 1} /<end of output>/ {on = 0} on' \
      "$logs/LastTest.log")
    { grep -A 3 '^FAIL!' || true; } <<<"$said" | head -n 8
    tail -n 2 <<<"$said"
  done
}

# Builds and runs the tests of a label.
check_label() {
  local names
  cmake --preset "$1"
  mapfile -t names < <(ctest --test-dir "build/$1" -N -L "$2" | sed -n 's/.*Test *#[0-9]*: //p')
  cmake --build --preset "$1" --target "${names[@]}"
  run_tests "$1" -L "$2"
}

say "packages"
bash packaging/setup.sh test

say "formatting"
sources | xargs clang-format --dry-run -Werror

say "desktop files"
desktop-file-validate packaging/hopscope.desktop
appstreamcli validate --no-net --no-color packaging/org.hopscope.Hopscope.metainfo.xml

say "build"
cmake --preset release
cmake --build --preset release

say "tests"
run_tests release

say "studies on a real Slurm, where there is one"
tests/app/real_slurm.sh build/release/app/hopscope-cli

say "figures of the sources"
figures=$(build/release/app/hopscope-cli figures --verify --quiet) || { echo "$figures"; exit 1; }
tail -n 1 <<<"$figures"

if [ "${1:-}" != quick ]; then
  say "conservation of packets, flits and credits, checked in runs; a program without Qt"
  QTEST_FUNCTION_TIMEOUT=$patience check_label checked 'conservation|without_qt'

  say "what clusters carry along needs nothing but the C library"
  bash packaging/archive.sh check

  say "engine and project file under AddressSanitizer and UndefinedBehaviorSanitizer"
  cmake --preset asan
  cmake --build --preset asan
  QTEST_FUNCTION_TIMEOUT=$patience UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
    run_tests asan -LE oracle

  say "what uses threads under ThreadSanitizer"
  QTEST_FUNCTION_TIMEOUT=$patience TSAN_OPTIONS="halt_on_error=1 suppressions=$PWD/packaging/tsan.supp" \
    check_label tsan threads

  say "clang-tidy on the latest changes"
  cmake --preset tidy
  # What Qt makes of test classes is all it needs of a build; g++'s own warning switches mean nothing
  # to it.
  mkdir -p build/tidy/moc
  moc=$(qtpaths6 --query QT_HOST_LIBEXECS)/moc
  headers=$(qtpaths6 --query QT_INSTALL_HEADERS)  # with the interfaces that classes name
  { recent_sources | xargs -r grep -l '\.moc"$' || true; } | while read -r file; do
    "$moc" -I. -I"$headers" -I"$headers/QtGui" "$file" -o "build/tidy/moc/$(basename "$file" .cpp).moc"
  done
  recent_sources | xargs -r -n 1 -P "$(nproc)" \
    clang-tidy -p build/tidy --quiet --extra-arg=-Wno-unknown-warning-option "--extra-arg=-I$PWD/build/tidy/moc"

  say "benchmark"
  build/release/tests/bench/hopscope_bench --benchmark_min_time=0.1
  build/release/tests/bench/hopscope_canvas_bench --benchmark_min_time=0.1

  say "the window answers within 50 ms"
  # A stall of ours comes again; one that the machine caused does not.
  stalls=build/release/tests/bench/hopscope_stall_bench
  $stalls || $stalls || $stalls
fi

trap - EXIT
printf '\nAll checks passed in %d s.\n' $((SECONDS - started))
