"""A GTK 4 window that shows, and whose app is never idle: as one that animates without a graphics card."""

import time

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk  # noqa: E402

# After drawing (GDK_PRIORITY_REDRAW is 120), before everything that waits for the app to be idle (200).
BEFORE_IDLE = 150


def work():
    end = time.monotonic() + 0.005
    while time.monotonic() < end:
        pass
    return GLib.SOURCE_CONTINUE


def show(app):
    GLib.idle_add(work, priority=BEFORE_IDLE)
    Gtk.ApplicationWindow(application=app, title="Busy", child=Gtk.Label(label="Busy")).present()


app = Gtk.Application()
app.connect("activate", show)
app.run()
