"""A window that changes by itself: a line on standard input makes one change, drawn from the seed that was given.

Every widget has a colour and a name of its own, so that a picture says which one lies at a place. After each change, once
it is painted, the app says in a line of JSON what it shows: name, colour and place of every widget, in tree order.
"""

import json
import random
import sys
import time

import gi

gi.require_version('Gtk', '3.0')
from gi.repository import GLib, Gtk  # noqa: E402

dice = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
least, most = 4, 9
made = 0
hidden = []


def colour_of(number):
    return ((37 * number) % 160 + 80, (91 * number) % 160 + 80, (151 * number) % 160 + 80)


def paint(widget, colour):
    css = Gtk.CssProvider()
    css.load_from_data(
        b'* { background: rgb(%d, %d, %d); border: none; border-radius: 0; box-shadow: none; text-shadow: none;'
        b' transition: none; color: black; }' % colour
    )
    widget.get_style_context().add_provider(css, Gtk.STYLE_PROVIDER_PRIORITY_USER)


def make():
    global made
    made += 1
    kind = dice.choice([Gtk.Button, Gtk.ToggleButton])
    widget = kind(label=f'part {made}')
    widget.colour = colour_of(made)
    widget.set_size_request(dice.randrange(120, 260), dice.randrange(30, 60))
    widget.set_halign(Gtk.Align.START)
    paint(widget, widget.colour)
    widget.show_all()
    return widget


def shown():
    return [child for child in box.get_children() if child.get_visible()]


def add():
    widget = make()
    box.pack_start(widget, False, False, 0)
    box.reorder_child(widget, dice.randrange(len(box.get_children())))


def remove():
    dice.choice(shown()).destroy()


def rename():
    global made
    made += 1
    dice.choice(shown()).set_label(f'part {made}')


def move():
    children = box.get_children()
    box.reorder_child(dice.choice(shown()), dice.randrange(len(children)))


def hide():
    widget = dice.choice(shown())
    widget.hide()
    hidden.append(widget)


def show_again():
    widget = hidden.pop()
    widget.show()


def resize():
    dice.choice(shown()).set_size_request(dice.randrange(120, 260), dice.randrange(30, 60))


def press():
    widget = dice.choice(shown())
    if isinstance(widget, Gtk.ToggleButton):
        widget.set_active(not widget.get_active())
    else:
        widget.set_sensitive(not widget.get_sensitive())


def change():
    count = len(shown())
    choices = [rename, move, resize, press]
    if count < most:
        choices += [add, add]
    if count > least:
        choices += [remove, hide]
    if hidden:
        choices += [show_again]
    deed = dice.choice(choices)
    deed()
    return deed.__name__


def truth(deed):
    _, left, top = window.get_window().get_origin()
    frame = window.get_window().get_frame_extents()
    parts = []
    for widget in shown():
        place = widget.get_allocation()
        parts.append(
            {
                'name': widget.get_label(),
                'colour': list(widget.colour),
                'bounds': {'x': left + place.x, 'y': top + place.y, 'width': place.width, 'height': place.height},
            }
        )
    place = {'x': frame.x, 'y': frame.y, 'width': frame.width, 'height': frame.height}
    return {'deed': deed, 'at': time.time() * 1000, 'frame': place, 'parts': parts}


def say(deed):
    print(json.dumps(truth(deed)), flush=True)
    return False


def on_line(source, condition):
    if not source.readline():
        Gtk.main_quit()
        return False
    deed = change()
    clock = window.get_frame_clock()

    def painted(_):
        clock.disconnect(handler)
        say(deed)

    handler = clock.connect('after-paint', painted)
    window.queue_draw()
    return True


window = Gtk.Window(title='Changes')
window.set_default_size(320, 620)
window.connect('destroy', Gtk.main_quit)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, margin=8)
window.add(box)
for _ in range(6):
    box.pack_start(make(), False, False, 0)
window.show_all()
GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, on_line)
GLib.timeout_add(300, say, 'start')
Gtk.main()
