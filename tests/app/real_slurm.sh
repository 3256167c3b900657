#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A study on a real Slurm: 500 points in 20 tasks, of which one is killed, one cancelled, one runs out of
# time, and others are preempted; the controller is restarted; a shard is cut off in the midst of a
# row. What is collected after the tasks were submitted again is what a run on this machine gives, bit
# for bit.
#   tests/app/real_slurm.sh HOPSCOPE-CLI
# It takes two minutes, as Slurm counts time limits in minutes. Where there is no Slurm that can be
# started it says so, and succeeds.
set -euo pipefail
[ $# -eq 1 ] || { echo "Usage: tests/app/real_slurm.sh HOPSCOPE-CLI" >&2; exit 2; }
cli=$(realpath "$1")
here=$(cd "$(dirname "$0")/../.." && pwd)
skip() {
  echo "Skipped: $1 Studies on a real Slurm were not tried; a stand-in for sbatch was, in test_app."
  exit 0
}
for program in sbatch slurmctld slurmd munged; do
  command -v $program >/dev/null || skip "there is no $program (apt install slurm-wlm munge)."
done
[ "$(nproc)" -ge 2 ] || skip "one core is too few."
[ "$(id -u)" -eq 0 ] || skip "only root can start tools/local-slurm."

folder=$(mktemp -d)
export SLURM_CONF=$folder/slurm/slurm.conf
# Tasks outlive what started them, and one of them is stopped.
clean_up() {
  pkill -KILL -f "study run .*$folder/" || true
  "$here/tools/local-slurm" stop "$folder/slurm"
  rm -rf "$folder"
}
trap clean_up EXIT
"$here/tools/local-slurm" start "$folder/slurm" >"$folder/start" || skip "Slurm did not start here."
cd "$folder"

fail() {
  echo "$1" >&2
  "$cli" study status q.hopscope >&2 || true
  exit 1
}
states() { squeue --noheader --array --states=all --jobs="$job" --format='%K %T'; }
state_of() { states | awk -v task="$1" '$1 == task {print $2}'; }
wait_for() { # SECONDS WHAT COMMAND...: until the command succeeds
  local end=$((SECONDS + $1)) what=$2
  shift 2
  until "$@"; do
    [ $SECONDS -lt $end ] || fail "Waited in vain: $what"
    sleep 0.05
  done
}
process_of() { pgrep -f "study run .*$folder/.* --share $1/20 "; }
tell() { kill "-$1" "$(process_of "$2")" 2>/dev/null; } # SIGNAL TASK
task_has_rows() { [ "$(cat q.hopscope.*.slurm/"$1".points 2>/dev/null | wc -l)" -gt 3 ]; }
is_over() {
  local now
  now=$(states) && ! grep -qE 'PENDING|RUNNING|COMPLETING|CONFIGURING' <<<"$now"
}
is() { [ "$(state_of "$1")" = "$2" ]; }

"$cli" new mesh-transpose >d.json
cat >s.json <<'END'
{"schema": "hopscope.study/1", "design": "d.json",
 "axes": [{"setting": "run.measure", "values": [50000]}, {"setting": "traffic.load", "range": [0.01, 0.1, 0.001]},
          {"setting": "traffic.packet_flits", "values": [1, 2, 3, 4, 6]}]}
END
sed -i 's/0.1, 0.001/0.109, 0.001/' s.json # 100 loads
"$cli" study run s.json --out e.hopscope --quiet
"$cli" study export e.hopscope --runs-csv e.csv
[ "$(wc -l <e.csv)" -eq 501 ] || fail "The study has not 500 points."

submit() { "$cli" study run s.json --out q.hopscope --on slurm --partition main "$@" 2>said; }
job_said() { sed -n 's/^Submitted as job \([0-9]*\),.*/\1/p' said; }
submit --array 20 --time 1
job=$(job_said)
[ -n "$job" ] || fail "No job was submitted: $(cat said)"

wait_for 60 "a task to stop" tell STOP 0 # its time is over before its work
scancel "${job}_19"
wait_for 60 "rows of a second task" task_has_rows 1
wait_for 10 "it to kill" tell KILL 1
wait_for 60 "rows of a third task" task_has_rows 2
scancel "${job}_2"
"$here/tools/local-slurm" restart "$folder/slurm"
wait_for 60 "the controller" squeue --noheader >/dev/null
wait_for 150 "a task out of time" is 0 TIMEOUT
sbatch --quiet --partition=urgent --exclusive --output=/dev/null --wrap='sleep 1'
wait_for 300 "the end of all tasks" is_over
states | sort -n | uniq -c -f 1
is 1 FAILED || fail "Task 1 was killed, and is $(state_of 1)."
is 2 CANCELLED || fail "Task 2 was cancelled, and is $(state_of 2)."
# Slurm keeps no record of a task that had not begun; sacct would.
is 19 CANCELLED || is 19 "" || fail "Task 19 was cancelled, and is $(state_of 19)."
states | grep -q PREEMPTED || echo "No task was running when it was to be preempted."

# The shards say what is missing; one of them ends in the midst of a row.
truncate --size=-7 "$(echo q.hopscope.*.slurm)/2.points"
"$cli" study collect q.hopscope
"$cli" study collect q.hopscope # any number of times
submit --resubmit
job=$(job_said)
[ -n "$job" ] || fail "Nothing was submitted again: $(cat said)"
wait_for 300 "the end of what was submitted again" is_over
"$cli" study collect q.hopscope --exit-code || fail "Points are missing."
"$cli" study export q.hopscope --runs-csv q.csv
cmp e.csv q.csv || fail "The cluster's numbers are others."
echo "500 points in 20 tasks of a real Slurm are those of this machine, bit for bit."
