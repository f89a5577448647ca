"""As covered_gtk3.py, with GTK 4."""

import sys

import gi

gi.require_version('Gtk', '4.0')
from gi.repository import Gtk


def button(name, **how):
    made = Gtk.Button(label=name, **how)
    made.connect('clicked', lambda *_: open(sys.argv[1], 'a').write(name + '\n'))
    return made


def sized(widget, width=60, height=40):
    widget.set_size_request(width, height)
    return widget


def start(app):
    window = Gtk.ApplicationWindow(application=app, title='Covered', default_width=700, default_height=500)
    grid = Gtk.Grid(row_spacing=8, column_spacing=8, row_homogeneous=True, column_homogeneous=True)
    window.set_child(grid)
    cells = []

    def cell(widget):
        widget.set_hexpand(True)
        widget.set_vexpand(True)
        grid.attach(widget, len(cells) % 3, len(cells) // 3, 1, 1)
        cells.append(widget)

    def over(below, top, lets_through=False):
        overlay = Gtk.Overlay()
        overlay.set_child(below)
        overlay.add_overlay(top)
        top.set_can_target(not lets_through)
        cell(overlay)

    cell(button('Free'))
    over(button('Under'), sized(button('Over', halign=Gtk.Align.CENTER, valign=Gtk.Align.CENTER)))
    over(button('Buried'), button('Lid'))
    over(button('Behind glass'), Gtk.Box(), lets_through=True)
    over(button('Behind a watermark'), Gtk.Label(label='watermark'), lets_through=True)
    over(button('Behind a wall'), Gtk.Label(label='wall'))
    over(button('Badged'), sized(Gtk.Label(label='badge', halign=Gtk.Align.CENTER, valign=Gtk.Align.CENTER)))
    scrolled = Gtk.ScrolledWindow()
    rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    for number in range(8):
        rows.append(sized(button(f'Row {number}'), 60, 90))
    scrolled.set_child(rows)
    cell(scrolled)
    fixed = Gtk.Fixed()
    fixed.put(sized(button('Low'), 100, 60), 0, 0)
    fixed.put(sized(button('High'), 100, 60), 30, 20)
    cell(fixed)
    entry = Gtk.Entry()
    entry.update_property([Gtk.AccessibleProperty.LABEL], ['Entry'])
    focus = Gtk.EventControllerFocus()
    focus.connect('enter', lambda *_: open(sys.argv[1], 'a').write('Entry\n'))
    entry.add_controller(focus)
    cell(entry)
    window.present()


app = Gtk.Application(application_id='org.example.covered')
app.connect('activate', start)
app.run()
