# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of the package share."""

import json
import os
import signal
import subprocess
import threading

#: A run of some 10 ms.
SMALL = {
    "topology": {"kind": "mesh", "dimensions": [4, 4]},
    "traffic": {"load": 0.2},
    "run": {"warmup": 200, "measure": 500, "window": 100},
}
#: One that nobody waits for.
ENDLESS = {**SMALL, "run": {"warmup": 0, "measure": 900_000_000, "window": 1_000_000}}
#: What no two runs have the same.
OF_THE_CLOCK = ("wall_seconds", "flit_hops_per_second")


def command_line(*arguments, text=None):
    """What hopscope-cli writes."""
    done = subprocess.run([os.environ["HOPSCOPE_CLI"], *arguments], input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def without_clock(results):
    return {key: value for key, value in results.items() if key not in OF_THE_CLOCK}


def results_of_command_line(document, *arguments):
    text = json.dumps({"schema": "hopscope.design/1", **document})
    return without_clock(json.loads(command_line("run", "-", "--quiet", *arguments, text=text)))


class PressesCtrlC:
    """Once the work has begun."""

    def __init__(self):
        self._pressed = False

    def __call__(self, fraction):
        if not self._pressed:
            self._pressed = True
            threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
