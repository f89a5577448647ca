"""A window with a button, a field of several lines and a long list: what input under load is sent to."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

window = Gtk.Window(title="Load target")
window.set_default_size(700, 500)
window.connect("destroy", Gtk.main_quit)
rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
window.add(rows)
pressed = 0
button = Gtk.Button(label="Press me")


def count(_button):
    global pressed
    pressed += 1
    shown.set_text(f"{pressed} presses")


button.connect("clicked", count)
shown = Gtk.Label(label="0 presses")
field = Gtk.TextView(wrap_mode=Gtk.WrapMode.CHAR)
field.get_accessible().set_name("Notes")
entries = Gtk.ListBox()
for number in range(60):
    entries.add(Gtk.Label(label=f"Entry {number}"))
for child, is_long in ((button, False), (shown, False), (field, True), (entries, True)):
    if is_long:
        scrolled = Gtk.ScrolledWindow()
        scrolled.add(child)
        child = scrolled
    rows.pack_start(child, is_long, True, 0)
window.show_all()
Gtk.main()
