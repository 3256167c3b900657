#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A second opinion on how long programs take: SimGrid's replay (libsimgrid-dev; Casanova et al. 2014)
# of what applications do, on cables without contention and without its factors for small messages.
#
#   compare_simgrid.sh hopscope-cli [smpirun]
#
# Prints both times and their ratio, and ends with 1 where one is more than 1 % off. A cycle is a
# microsecond there, for times are printed with six digits; the latency of a cable is half of what a
# head takes through the crossbar. Left out is what SimGrid has two messages share a cable for, flit
# by flit, where an interface sends one after the other (sweep).
set -eu
cli=${1:?usage: compare_simgrid.sh hopscope-cli [smpirun]}
smpirun=${2:-smpirun}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

seq -f 'h%g' 0 15 > hosts
echo "$folder/trace" > traces
cat > platform.xml <<'END'
<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
 <zone id="z" routing="Full">
  <cluster id="c" prefix="h" suffix="" radical="0-15" speed="1Gf" bw="8MBps" lat="4us"
           sharing_policy="SPLITDUPLEX"/>
 </zone>
</platform>
END

failed=0
compare() {
  cat > design.json <<END
{"schema": "hopscope.design/1", "topology": {"kind": "crossbar", "terminals": 16},
 "clock": {"flit_bytes": 8}, "traffic": {"load": 0}, "run": {"max_cycles": 1000000000},
 "endpoints": {"eager": 67108864}, "applications": [$1]}
END
  "$cli" export design.json --format tit --out trace
  ours=$("$cli" run design.json --quiet | sed -n 's/.*"completion": *\([0-9]*\).*/\1/p' | head -1)
  theirs=$("$smpirun" -replay traces -platform platform.xml -hostfile hosts \
    -np "$(grep -c init trace)" --cfg=network/model:CM02 --cfg=network/latency-factor:1 \
    --cfg=network/bandwidth-factor:1 --cfg=network/weight-S:0 --cfg=network/TCP-gamma:0 \
    --cfg=network/crosstraffic:0 --cfg=smpi/simulate-computation:no \
    --cfg=smpi/host-speed:1Gf --cfg=smpi/send-is-detached-thresh:100000000 \
    --cfg=smpi/or:0:0:0 --cfg=smpi/os:0:0:0 2>&1 |
    sed -n 's/.*Simulation time \([0-9.]*\).*/\1/p')
  awk -v ours="$ours" -v theirs="$theirs" -v what="$1" 'BEGIN {
    theirs *= 1e6; ratio = theirs > 0 ? ours / theirs : 0
    printf "%10d %10d %.4f  %s\n", ours, theirs, ratio, what
    exit ratio < 0.99 || ratio > 1.01 }' || failed=1
}

echo '  hopscope    SimGrid ratio'
compare '{"kind": "halo", "ranks": 16, "bytes": 20000, "iterations": 4}'
for operation in allreduce_ring allreduce_halving_doubling reduce_scatter_ring; do
  compare '{"kind": "collective", "ranks": 16, "operation": "'$operation'", "bytes": 320000}'
done
for operation in allreduce_recursive_doubling alltoall_pairwise allgather_ring; do
  compare '{"kind": "collective", "ranks": 16, "operation": "'$operation'", "bytes": 20000}'
done
exit $failed
