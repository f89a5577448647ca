"""Fields, a number, lines, and cells that are fields of their own."""
import gi

gi.require_version('Gtk', '4.0')
from gi.repository import GLib, Gtk
from state import State

box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4)


def named(widget, name):
    widget.update_property([Gtk.AccessibleProperty.LABEL], [name])
    box.append(widget)
    return widget


fields = {name: named(Gtk.Entry(text=name.lower()), name) for name in ('First', 'Second')}
fixed = {
    'Fixed line': named(Gtk.Entry(text='kept', editable=False), 'Fixed line'),
    'Fixed off': named(Gtk.Entry(text='kept', sensitive=False), 'Fixed off'),
}
count = named(Gtk.SpinButton.new_with_range(0, 1000, 1), 'Count')
notes = named(Gtk.TextView(), 'Notes')
notes.get_buffer().set_text('one\ntwo')
listed = Gtk.ListBox()
for name in ('a.txt', 'b.txt'):
    listed.append(Gtk.Label(label=name))
box.append(listed)


def read():
    buffer = notes.get_buffer()
    state = {name: field.get_text() for name, field in {**fields, **fixed}.items()}
    return {**state, 'Notes': buffer.get_text(*buffer.get_bounds(), False), 'Count': count.get_value()}


window = Gtk.Window(title='Texts', default_width=360)
window.set_child(box)
window.present()
GLib.timeout_add(40, State(read).write)
GLib.MainLoop().run()
