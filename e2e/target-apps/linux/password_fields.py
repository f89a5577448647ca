"""A GTK 3 window with a name and a password."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

window = Gtk.Window(title="Sign in")
window.connect("destroy", Gtk.main_quit)
rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
window.add(rows)
for name, is_visible in (("Name", True), ("Password", False)):
    entry = Gtk.Entry(visibility=is_visible)
    label = Gtk.Label(label=name, mnemonic_widget=entry)
    rows.add(label)
    rows.add(entry)
window.show_all()
Gtk.main()
