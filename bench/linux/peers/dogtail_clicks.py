"""Presses buttons of galculator by their names with dogtail, without its pauses. Usage: dogtail_clicks.py FIRST NAME..."""

import json
import subprocess
import sys
import time

from dogtail.config import config

config.checkForA11y = False
config.logDebugToFile = False
config.logDebugToStdOut = False
config.actionDelay = 0
config.defaultDelay = 0
config.typingDelay = 0

from dogtail.tree import root  # noqa: E402


def main():
    calculator = subprocess.Popen(["galculator"])
    try:
        app = None
        while app is None:
            time.sleep(0.2)
            app = next((each for each in root.applications() if each.name == "galculator"), None)

        def press(name):
            app.child(name, roleName="push button", retry=False).click()

        time.sleep(1)
        press(sys.argv[1])
        start = time.perf_counter()
        for name in sys.argv[2:]:
            press(name)
        print(json.dumps({"ms": (time.perf_counter() - start) * 1000}))
    finally:
        calculator.terminate()
        calculator.wait()


main()
