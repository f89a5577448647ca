"""Buttons that others lie over, wholly or in part, or that a scrolled window cuts off. Writes what was pressed to a file;
`elsewhere` for a press that no button took."""

import sys

import gi

gi.require_version('Gdk', '3.0')
gi.require_version('Gtk', '3.0')
from gi.repository import Gdk, Gtk


def button(name, **how):
    made = Gtk.Button(label=name, **how)
    made.connect('clicked', lambda *_: log(name))
    return made


def log(what):
    open(sys.argv[1], 'a').write(what + '\n')


def sized(widget, width=60, height=40):
    widget.set_size_request(width, height)
    return widget


window = Gtk.Window(title='Covered')
window.set_default_size(700, 500)
window.add_events(Gdk.EventMask.BUTTON_PRESS_MASK)
window.connect('button-press-event', lambda *_: log('elsewhere'))
grid = Gtk.Grid(row_spacing=8, column_spacing=8, row_homogeneous=True, column_homogeneous=True)
window.add(grid)
count = 0


def cell(widget):
    global count
    widget.set_hexpand(True)
    widget.set_vexpand(True)
    grid.attach(widget, count % 3, count // 3, 1, 1)
    count += 1


def over(below, top, lets_through=False):
    overlay = Gtk.Overlay()
    overlay.add(below)
    overlay.add_overlay(top)
    overlay.set_overlay_pass_through(top, lets_through)
    cell(overlay)


cell(button('Free'))
over(button('Under'), sized(button('Over', halign=Gtk.Align.CENTER, valign=Gtk.Align.CENTER)))
over(button('Buried'), button('Lid'))
over(button('Behind glass'), Gtk.Box(), lets_through=True)
over(button('Behind a watermark'), Gtk.Label(label='watermark'), lets_through=True)
over(button('Behind a wall'), Gtk.Label(label='wall'))
over(button('Behind events'), Gtk.EventBox())
over(button('Badged'), sized(Gtk.Label(label='badge', halign=Gtk.Align.CENTER, valign=Gtk.Align.CENTER)))
scrolled = Gtk.ScrolledWindow()
rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
for number in range(8):
    rows.pack_start(sized(button(f'Row {number}'), 60, 90), False, False, 0)
scrolled.add(rows)
cell(scrolled)
fixed = Gtk.Fixed()
fixed.put(sized(button('Low'), 100, 60), 0, 0)
fixed.put(sized(button('High'), 100, 60), 30, 20)
cell(fixed)
window.connect('destroy', Gtk.main_quit)
window.show_all()
Gtk.main()
