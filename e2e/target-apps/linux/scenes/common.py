"""What the scene apps in Python share: commands come as JSON lines on standard input, what reached a widget goes to a log.

A command is `{"n": 3, "after": 20, "ops": [{"op": "move", "id": "b3", "x": 10, "y": 20}, …]}`: its operations are done together,
`after` milliseconds after it came, and the log then has `{"ack": 3}`. A line of the log about an event is
`{"id": "b3", "what": "clicked", "value": …}`; `id` is empty where no item of the scene was hit.
"""

import json
import sys
import threading


class Log:
    """Lines are written at once, so that the reader of the file never waits for a buffer."""

    def __init__(self, path):
        self.file = open(path, "a", buffering=1, encoding="utf-8")
        # What the app itself changes while it does a command is nobody's act.
        self.quiet = False

    def event(self, ident, what, value=None):
        if not self.quiet:
            self.file.write(json.dumps({"id": ident, "what": what, "value": value}) + "\n")

    def ack(self, number):
        self.file.write(json.dumps({"ack": number}) + "\n")

    def failed(self, number, error):
        self.file.write(json.dumps({"ack": number, "error": repr(error)}) + "\n")


def do(log, app, command):
    """Does the operations of a command; each is a method of the app."""
    log.quiet = True
    try:
        for op in command["ops"]:
            arguments = {key: value for key, value in op.items() if key != "op"}
            getattr(app, "do_" + op["op"])(**arguments)
    except Exception as error:  # The reader of the log says which command it was.
        log.quiet = False
        log.failed(command["n"], error)
    else:
        log.quiet = False
        log.ack(command["n"])


def listen(later, done):
    """Reads commands on a thread. `later(milliseconds, function)` calls a function on the thread of the app."""

    def read():
        for line in sys.stdin:
            command = json.loads(line)
            later(command.get("after", 0), lambda command=command: done(command))
        later(0, lambda: done(None))

    threading.Thread(target=read, daemon=True).start()
