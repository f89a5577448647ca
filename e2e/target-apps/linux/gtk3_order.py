"""A form of GTK 3, which writes what was ordered to the file that is named."""

import sys

import gi

gi.require_version('Gtk', '3.0')
from gi.repository import Gtk


def row(label, widget):
    box = Gtk.Box(spacing=8)
    name = Gtk.Label(label=label)
    name.set_mnemonic_widget(widget)
    box.pack_start(name, False, False, 0)
    box.pack_start(widget, True, True, 0)
    return box


def send(_):
    gift = ', a gift' if gifted.get_active() else ''
    text = f'{name.get_text()}, {size.get_active_text()}{gift}, {secret.get_text()}'
    said.set_text('It is ordered')
    with open(sys.argv[1], 'w', encoding='utf-8') as file:
        file.write(text)


window = Gtk.Window(title='Order')
name = Gtk.Entry()
secret = Gtk.Entry(visibility=False, input_purpose=Gtk.InputPurpose.PASSWORD)
size = Gtk.ComboBoxText()
for each in ('small', 'middle', 'large'):
    size.append_text(each)
size.set_active(0)
gifted = Gtk.CheckButton(label='Gift')
button = Gtk.Button(label='Send')
button.connect('clicked', send)
said = Gtk.Label(label='Nothing is ordered')
column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12, border_width=20)
for part in (row('Name', name), row('Size', size), gifted, row('Code', secret), button, said):
    column.pack_start(part, False, False, 0)
window.add(column)
window.set_default_size(420, 300)
window.connect('destroy', Gtk.main_quit)
window.show_all()
Gtk.main()
