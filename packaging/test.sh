#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds everything and runs every test and check. The last line says
# whether all of them passed.
#   packaging/test.sh          everything
#   packaging/test.sh quick    without sanitizers, clang-tidy and benchmark
set -euo pipefail
cd "$(dirname "$0")/.."
started=$SECONDS
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
  ctest --test-dir "build/$1" --output-on-failure --no-tests=error -j "$(nproc)" "${@:2}"
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

say "figures of the sources"
figures=$(build/release/app/hopscope-cli figures --verify --quiet) || { echo "$figures"; exit 1; }
tail -n 1 <<<"$figures"

if [ "${1:-}" != quick ]; then
  say "engine and project file under AddressSanitizer and UndefinedBehaviorSanitizer"
  cmake --preset asan
  cmake --build --preset asan
  UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 run_tests asan -LE oracle

  say "what uses threads under ThreadSanitizer"
  cmake --preset tsan
  mapfile -t threaded < <(ctest --test-dir build/tsan -N -L threads | sed -n 's/.*Test *#[0-9]*: //p')
  cmake --build --preset tsan --target "${threaded[@]}"
  TSAN_OPTIONS="halt_on_error=1 suppressions=$PWD/packaging/tsan.supp" run_tests tsan -L threads

  say "clang-tidy on the latest changes"
  # g++'s own warning switches in the compilation database mean nothing to clang.
  recent_sources | xargs -r -n 1 -P "$(nproc)" \
    clang-tidy -p build/release --quiet --extra-arg=-Wno-unknown-warning-option

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
