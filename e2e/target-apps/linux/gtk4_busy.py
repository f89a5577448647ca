"""A GTK 4 window that is always late with its next frame, as one is that animates without a graphics card."""

import time

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk  # noqa: E402


def late(*_):
    """Takes longer than the time between two frames, and works meanwhile: sleeping would not be busy."""
    end = time.monotonic() + 0.05
    while time.monotonic() < end:
        pass
    return GLib.SOURCE_CONTINUE


def show(app):
    window = Gtk.ApplicationWindow(application=app, title="Busy", child=Gtk.Label(label="Busy"))
    window.add_tick_callback(late)
    window.present()


app = Gtk.Application()
app.connect("activate", show)
app.run()
