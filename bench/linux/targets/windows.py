"""Opens windows and changes them as it is told, one line of stdin at a time.

    open TITLE          answers with the new window
    title XID TITLE
    activate XID
    close XID

Each line is answered by `TIME XID`: when the work began, in milliseconds on CLOCK_MONOTONIC, and the window in decimal.
Usage: windows.py [COUNT]    COUNT windows are open from the start
"""

import sys
import time

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
gi.require_version("GdkX11", "3.0")
from gi.repository import Gdk, GdkX11, GLib, Gtk  # noqa: E402

windows = {}


def open_window(title):
    window = Gtk.Window(title=title)
    window.set_default_size(300, 200)
    window.set_icon_name("text-editor")
    window.add(Gtk.Label(label=title))
    window.show_all()
    xid = window.get_window().get_xid()
    windows[xid] = window
    return xid


def set_title(xid, title):
    windows[xid].set_title(title)
    return xid


def activate(xid):
    surface = windows[xid].get_window()
    surface.focus(GdkX11.x11_get_server_time(surface))
    return xid


def close(xid):
    windows.pop(xid).destroy()
    return xid


def obey(line):
    command, _, rest = line.partition(" ")
    if command == "open":
        return open_window(rest)
    if command == "activate":
        return activate(int(rest))
    if command == "close":
        return close(int(rest))
    xid, _, title = rest.partition(" ")
    return set_title(int(xid), title)


def on_line(stream, _condition):
    line = stream.readline()
    if line == "":
        Gtk.main_quit()
        return False
    start = time.clock_gettime(time.CLOCK_MONOTONIC) * 1000
    xid = obey(line.rstrip("\n"))
    Gdk.Display.get_default().flush()
    print(f"{start:.3f} {xid}", flush=True)
    return True


def main():
    for number in range(int(sys.argv[1]) if len(sys.argv) > 1 else 0):
        open_window(f"Bench window {number}")
    GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, on_line)
    Gtk.main()


main()
