"""A form of three fields and a button, which shows what was sent: what a person fills in while a screen reader speaks."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

window = Gtk.Window(title="Form target")
window.set_default_size(500, 300)
window.connect("destroy", Gtk.main_quit)
rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=14, margin=20)
window.add(rows)
fields = []
for name in ("First", "Second", "Third"):
    field = Gtk.Entry()
    field.get_accessible().set_name(name)
    fields.append(field)
    rows.add(field)
button = Gtk.Button(label="Send")
sent = Gtk.Label(label="Nothing sent")
button.connect("clicked", lambda _: sent.set_text("Sent: " + " | ".join(field.get_text() for field in fields)))
rows.add(button)
rows.add(sent)
window.show_all()
Gtk.main()
