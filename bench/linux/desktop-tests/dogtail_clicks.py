"""The clicks of calculator.spec.mjs by dogtail, with each of its pauses at 50 ms; a sample a line, as by note.mjs."""

import json
import os
import subprocess
import time

from dogtail.config import config

config.logDebugToStdOut = config.logDebugToFile = config.checkForA11y = config.fatalErrors = False
config.actionDelay = config.defaultDelay = config.typingDelay = config.searchBackoffDuration = config.runInterval = 0.05

from dogtail.tree import SearchError, root  # noqa: E402: it reads the configuration


def started(name):
    for _ in range(100):
        try:
            return root.application(name, retry=False)
        except SearchError:
            time.sleep(0.1)
    raise SystemExit(f"{name} does not show up.")


for _ in range(int(os.environ["BENCH_TURNS"])):
    process = subprocess.Popen(["galculator"])
    try:
        calculator = started("galculator")
        # GTK's toggle buttons: dogtail knows roles by AT-SPI's names alone.
        press = lambda name: calculator.child(name, roleName="toggle button").click()  # noqa: E731
        press("1")
        start = time.perf_counter()
        for digit in "12345678":
            press(digit)
        ms = (time.perf_counter() - start) * 1000
        shown = calculator.child(roleName="text").text
        if shown != "112345678":
            raise SystemExit(f"It shows {shown}.")
        with open(os.environ["BENCH_SAMPLES"], "a") as samples:
            samples.write(json.dumps({"task": "eight clicks", "contestant": "dogtail", "ms": ms}) + "\n")
    finally:
        process.kill()
        process.wait()
