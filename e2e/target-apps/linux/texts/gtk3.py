"""Fields, an editable table, icons that Delete removes, and a canvas that counts keys."""
import gi

gi.require_version('Gtk', '3.0')
from gi.repository import GLib, Gtk
from state import State


def named(widget, name):
    widget.get_accessible().set_name(name)
    box.pack_start(widget, False, False, 0)
    return widget


box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
fields = {name: named(Gtk.Entry(text=name.lower()), name) for name in ('First', 'Second')}
fixed = {
    'Fixed line': named(Gtk.Entry(text='kept', editable=False), 'Fixed line'),
    'Fixed off': named(Gtk.Entry(text='kept', sensitive=False), 'Fixed off'),
}
count = named(Gtk.SpinButton.new_with_range(0, 1000, 1), 'Count')
notes = named(Gtk.TextView(), 'Notes')
notes.get_buffer().set_text('one\ntwo')
people = Gtk.ListStore(str, str)
for row in (('ada', 'london'), ('bob', 'paris'), ('cyd', 'rome')):
    people.append(row)
table = named(Gtk.TreeView(model=people), 'People')
for column in (0, 1):
    cell = Gtk.CellRendererText(editable=True)
    cell.connect('edited', lambda _, path, text, column=column: people[path].__setitem__(column, text))
    table.append_column(Gtk.TreeViewColumn(('Name', 'City')[column], cell, text=column))
icons = Gtk.ListStore(str)
for icon in ('a.txt', 'b.txt', 'c.txt'):
    icons.append((icon,))
files = named(Gtk.IconView(model=icons, text_column=0, selection_mode=Gtk.SelectionMode.MULTIPLE), 'Files')
files.connect('key-press-event', lambda view, event: event.keyval in (0xFFFF, 0xFF08) and [icons.remove(icons.get_iter(path)) for path in view.get_selected_items()] and None)
keys = [0]
canvas = named(Gtk.DrawingArea(can_focus=True), 'Canvas')
canvas.set_size_request(200, 40)
canvas.connect('key-press-event', lambda *_: keys.__setitem__(0, keys[0] + 1))


def read():
    buffer = notes.get_buffer()
    state = {name: field.get_text() for name, field in fields.items()}
    state.update({name: field.get_text() for name, field in fixed.items()})
    state['Notes'] = buffer.get_text(*buffer.get_bounds(), False)
    state['Count'] = count.get_value()
    state.update({f'{row}.{column}': people[row][column] for row in range(len(people)) for column in (0, 1)})
    return {**state, 'Files': [row[0] for row in icons], 'Canvas': keys[0]}


window = Gtk.Window(title='Texts')
window.add(box)
window.connect('destroy', Gtk.main_quit)
window.show_all()
GLib.timeout_add(40, State(read).write)
Gtk.main()
