"""A dialog as launchers show it: no window manager manages it, and it takes the keyboard.

usage: run_dialog.py grab | focus

`grab` holds the keyboard, `focus` has the input focus only. What is entered is written to standard output, a line each.
"""

import ctypes
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
gi.require_version("GdkX11", "3.0")
from gi.repository import Gdk, GdkX11, GLib, Gtk  # noqa: E402,F401


def main():
    entry = Gtk.Entry()
    entry.connect("activate", lambda field: print(field.get_text(), flush=True))
    dialog = Gtk.Window(type=Gtk.WindowType.POPUP, title="Run")
    dialog.set_default_size(400, 40)
    dialog.add(entry)
    dialog.show_all()
    entry.grab_focus()
    GLib.timeout_add(50, lambda: not take_keys(dialog.get_window()))
    Gtk.main()


def take_keys(window):
    """True once the keys come here."""
    if sys.argv[1] == "focus":
        set_input_focus(window.get_xid())
        return True
    seat = window.get_display().get_default_seat()
    return seat.grab(window, Gdk.SeatCapabilities.KEYBOARD, True) == Gdk.GrabStatus.SUCCESS


def set_input_focus(xid):
    """GTK itself would ask the window manager, which knows nothing of this window."""
    xlib = ctypes.CDLL("libX11.so.6")
    xlib.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(xlib.XOpenDisplay(None))
    xlib.XSetInputFocus(display, ctypes.c_ulong(xid), 2, ctypes.c_ulong(0))
    xlib.XSync(display, 0)


main()
