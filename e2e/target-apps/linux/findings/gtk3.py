"""A GTK 3 window with one defect a control, or without any.

usage: gtk3.py planted|clean|untitled
"""

import sys

import gi

gi.require_version("Atk", "1.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Atk, Gtk  # noqa: E402


def named(widget, name):
    widget.get_accessible().set_name(name)
    return widget


def page(*widgets):
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=30, margin=20)
    for widget in widgets:
        box.pack_start(widget, False, False, 0)
    return box


def drawn():
    button = Gtk.Button()
    button.add(Gtk.DrawingArea(width_request=30, height_request=30))
    return button


def fake_button():
    box = Gtk.EventBox(can_focus=True)
    box.add(Gtk.Label(label="Press me"))
    box.get_accessible().set_role(Atk.Role.PUSH_BUTTON)
    return named(box, "Press me")


def field(text, mnemonic):
    line = Gtk.Box(spacing=12)
    entry = Gtk.Entry()
    label = Gtk.Label.new_with_mnemonic(text) if mnemonic else Gtk.Label(label=text)
    if mnemonic:
        label.set_mnemonic_widget(entry)
    line.pack_start(label, False, False, 0)
    line.pack_start(entry, False, False, 0)
    return line


def table(*titles):
    store = Gtk.ListStore(str, str)
    for row in (("Berlin", "4"), ("Paris", "2")):
        store.append(row)
    view = Gtk.TreeView(model=store)
    named(view, "Cities")
    for index, title in enumerate(titles):
        view.append_column(Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=index))
    return view


def pair(first, second):
    box = Gtk.Box(spacing=30)
    box.pack_start(first, False, False, 0)
    box.pack_start(second, False, False, 0)
    return box


def described():
    button = Gtk.Button(label="Print")
    button.get_accessible().set_description("Print")
    return button


def planted():
    icon = Gtk.Image.new_from_icon_name("document-save", Gtk.IconSize.DIALOG)
    book = Gtk.Notebook()
    book.append_page(Gtk.Label(label="First page"), Gtk.Label(label="First"))
    book.append_page(Gtk.Label(label="Second page"), Gtk.DrawingArea(width_request=20, height_request=20))
    red = Gtk.RadioButton.new_with_label(None, "Red")
    left = page(
        drawn(),
        field("Street", False),
        Gtk.Entry(placeholder_text="Town"),
        named(icon, "document-save-symbolic"),
        Gtk.Button(label="\ue001"),
        Gtk.Button(label="Save button"),
        described(),
        named(drawn(), "GtkToggleButton"),
    )
    right = page(
        pair(Gtk.Button(label="Apply"), Gtk.Button(label="Apply")),
        fake_button(),
        Gtk.Button(label="Unreached", can_focus=False),
        book,
        table("City", ""),
        named(Gtk.SpinButton.new(Gtk.Adjustment(value=0, lower=0, upper=0), 1, 0), "Copies"),
        pair(red, Gtk.RadioButton.new_with_label_from_widget(red, "Blue")),
    )
    return pair(left, right)


def clean():
    book = Gtk.Notebook()
    book.append_page(page(Gtk.CheckButton(label="Remember me")), Gtk.Label(label="General"))
    # Nobody sees it, so nobody is hindered.
    book.append_page(page(drawn(), Gtk.Entry()), Gtk.Label(label="Advanced"))
    amount = Gtk.SpinButton.new_with_range(1, 9, 1)
    combo = Gtk.ComboBoxText()
    for size in ("Small", "Large"):
        combo.append_text(size)
    combo.set_active(0)
    return page(
        field("_Name", True),
        field("_Street", True),
        named(amount, "Amount"),
        named(combo, "Size"),
        table("City", "Nights"),
        Gtk.Button(label="Order"),
        Gtk.Button(label="Cancel"),
        book,
    )


kind = sys.argv[1]
window = Gtk.Window(title="" if kind == "untitled" else f"Findings {kind}")
window.connect("destroy", Gtk.main_quit)
window.add({"planted": planted, "clean": clean, "untitled": clean}[kind]())
window.show_all()
Gtk.main()
