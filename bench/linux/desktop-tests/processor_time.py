"""processor_time.py COMMAND…: runs it, and prints the processor time of its processes by what they run, in seconds.

By /proc, since a desktop's programs are killed with it, and no parent counts them. Processes that live for less than a look are missed.
"""

import collections
import os
import subprocess
import sys
import time

LOOK_SECONDS = 0.04
ticks = os.sysconf("SC_CLK_TCK")


def processes():
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat") as file:
                before, after = file.read().rsplit(")", 1)
            with open(f"/proc/{pid}/cmdline") as file:
                words = file.read().split("\0")
        except OSError:
            continue
        facts = after.split()
        name = before.split("(", 1)[1]
        # Not the file that Node.js requires before its script.
        script = next((os.path.basename(word) for word in words if word.endswith("js") and "code-cache" not in word), name)
        yield int(pid), facts[19], int(facts[1]), int(facts[11]) + int(facts[12]), script


used = {}
started = time.time()
command = subprocess.Popen(sys.argv[1:])
ours = {command.pid}
while command.poll() is None:
    now = list(processes())
    grown = True
    while grown:
        found = {pid for pid, _, parent, _, _ in now if parent in ours} - ours
        ours |= found
        grown = bool(found)
    for pid, start, _, time_used, name in now:
        if pid in ours:
            known = used.get((pid, start), (name, 0))[0]
            # A process that ends has lost its command line.
            used[pid, start] = (known if known.endswith("js") else name, time_used)
    time.sleep(LOOK_SECONDS)

totals = collections.Counter()
for name, time_used in used.values():
    totals[name] += time_used
print(f"{sum(totals.values()) / ticks:.2f} s of processors in {time.time() - started:.1f} s")
for name, time_used in totals.most_common(12):
    print(f"{time_used / ticks:8.2f} {name}")
sys.exit(command.returncode)
