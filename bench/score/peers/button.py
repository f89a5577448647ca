"""A window with a button; prints the time of each click in milliseconds on CLOCK_MONOTONIC."""

import time

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

window = Gtk.Window(title="A button")
button = Gtk.Button(label="Press me")
button.connect("clicked", lambda _: print(time.monotonic() * 1000, flush=True))
window.add(button)
window.set_default_size(300, 200)
window.show_all()
Gtk.main()
