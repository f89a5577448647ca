"""A GTK 4 window with one defect a control, or without any.

usage: gtk4.py planted|clean
"""

import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gtk  # noqa: E402


def page(*widgets):
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=30)
    for side in ("top", "bottom", "start", "end"):
        getattr(box, f"set_margin_{side}")(20)
    for widget in widgets:
        box.append(widget)
    return box


def named(widget, name):
    widget.update_property([Gtk.AccessibleProperty.LABEL], [name])
    return widget


def planted():
    pale = Gtk.Label(use_markup=True, label='<span foreground="#aaaaaa" background="#ffffff">Terms and conditions</span>')
    icon = "document-save-symbolic"
    return page(
        Gtk.Button(icon_name=icon),
        Gtk.Button(icon_name=icon, tooltip_text="Save as"),
        Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 10, 1),
        Gtk.Image(icon_name="dialog-warning", pixel_size=48),
        pale,
        Gtk.Button(label="button1"),
    )


def clean():
    amount = Gtk.SpinButton.new_with_range(1, 9, 1)
    line = Gtk.Box(spacing=12)
    label = Gtk.Label(label="_Name", use_underline=True)
    entry = Gtk.Entry()
    label.set_mnemonic_widget(entry)
    for widget in (label, entry):
        line.append(widget)
    return page(
        named(line, "Person"),
        named(amount, "Amount"),
        Gtk.CheckButton(label="Remember me"),
        Gtk.Button(label="Order"),
    )


def show(app):
    kind = sys.argv[1]
    window = Gtk.ApplicationWindow(application=app, title=f"Findings {kind}")
    window.set_child({"planted": planted, "clean": clean}[kind]())
    window.present()


app = Gtk.Application()
app.connect("activate", show)
app.run()
