"""Moves the pointer as a hand does: for each line `x y` of standard input some way towards that place, a movement every four
milliseconds, the last of them onto it. Says for each when that was, on the steady clock, in milliseconds.
"""

import ctypes
import sys
import time

xlib = ctypes.CDLL("libX11.so.6")
xtst = ctypes.CDLL("libXtst.so.6")
xlib.XOpenDisplay.restype = ctypes.c_void_p
xlib.XSync.argtypes = [ctypes.c_void_p, ctypes.c_int]
xtst.XTestFakeMotionEvent.argtypes = [ctypes.c_void_p] + [ctypes.c_long] * 4
steps = 10

display = xlib.XOpenDisplay(None)
for line in sys.stdin:
    x, y = map(int, line.split())
    for left in range(steps, -1, -1):
        time.sleep(0.004)
        xtst.XTestFakeMotionEvent(display, 0, x + left * 3, y + left * 2, 0)
        xlib.XSync(display, 0)
    print(time.monotonic() * 1000, flush=True)
