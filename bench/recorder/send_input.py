"""Sends input to the X server at a steady rate, as a person's devices would, and says as JSON how much of what it sent.

Arguments: what (mixed, keys, clicks or wheel), events a second, seconds, and the place of the pointer, x y.
"""

import ctypes
import json
import sys
import time

xlib = ctypes.CDLL("libX11.so.6")
xtst = ctypes.CDLL("libXtst.so.6")
xlib.XOpenDisplay.restype = ctypes.c_void_p
# The functions take the display, which is a pointer.
for function in (xlib.XFlush, xlib.XKeysymToKeycode, xtst.XTestFakeMotionEvent, xtst.XTestFakeButtonEvent, xtst.XTestFakeKeyEvent):
    function.argtypes = [ctypes.c_void_p] + [ctypes.c_long] * {
        "XFlush": 0, "XKeysymToKeycode": 1, "XTestFakeMotionEvent": 4, "XTestFakeButtonEvent": 3, "XTestFakeKeyEvent": 3,
    }[function.__name__]

# Each letter is one event: a motion, a press and its release, a key down and up, a notch (which is two).
patterns = {
    "mixed": "mmmmmmmmmmmm" + "bB" + "mm" + "kKkK" + "mm" + "wW",
    "keys": "kK",
    "clicks": "bB",
    "wheel": "wW",
}


def main():
    what, rate, seconds, x, y = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5])
    display = xlib.XOpenDisplay(None)
    letters = [xlib.XKeysymToKeycode(display, ord(letter)) for letter in "abcdefgh"]
    sent = {"events": 0, "moves": 0, "clicks": 0, "keys": 0, "notches": 0}

    def send(event, number):
        if event == "m":
            xtst.XTestFakeMotionEvent(display, 0, x + number % 7, y + number % 5, 0)
            sent["moves"] += 1
        elif event in "bB":
            xtst.XTestFakeButtonEvent(display, 1, event == "b", 0)
            sent["clicks"] += event == "B"
        elif event in "kK":
            xtst.XTestFakeKeyEvent(display, letters[number // 2 % len(letters)], event == "k", 0)
            sent["keys"] += event == "k"
        else:
            xtst.XTestFakeButtonEvent(display, 5, event == "w", 0)
            sent["notches"] += event == "w"

    pattern = patterns[what]
    total = int(rate * seconds) // len(pattern) * len(pattern)
    began = time.monotonic()
    for number in range(total):
        ahead = began + number / rate - time.monotonic()
        if ahead > 0:
            time.sleep(ahead)
        send(pattern[number % len(pattern)], number)
        xlib.XFlush(display)
        sent["events"] += 1
    xlib.XSync(ctypes.c_void_p(display), 0)
    print(json.dumps({**sent, "ms": (time.monotonic() - began) * 1000}))


main()
