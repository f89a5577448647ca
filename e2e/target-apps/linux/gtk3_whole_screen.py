"""
A window of GTK 3 over the whole screen: a box to tick on its left half, a field on its right one. What it is given is written
to the file that is named.
"""

import sys

import gi

gi.require_version('Gdk', '3.0')
gi.require_version('Gtk', '3.0')
from gi.repository import Gdk, Gtk


def write(text):
    with open(sys.argv[1], 'a', encoding='utf-8') as file:
        file.write(text + '\n')


def hear(_, event):
    kinds = {
        Gdk.EventType.BUTTON_PRESS: 'button down',
        Gdk.EventType.BUTTON_RELEASE: 'button up',
        Gdk.EventType.KEY_PRESS: 'key down',
        Gdk.EventType.KEY_RELEASE: 'key up',
        Gdk.EventType.SCROLL: 'wheel',
    }
    kind = kinds.get(event.type)
    if kind == 'wheel':
        is_smooth, x, y = event.get_scroll_deltas()
        if not is_smooth:
            write(f'wheel {event.get_scroll_direction()[1].value_nick}')
        elif x or y:
            write('wheel ' + ('down' if y > 0 else 'up' if y < 0 else 'right' if x > 0 else 'left'))
    elif kind and kind.startswith('key'):
        write(f'{kind} {Gdk.keyval_name(event.keyval)}')
    elif kind:
        write(f'{kind} {event.button.button} at {event.x_root:.0f} {event.y_root:.0f}')
    return False


window = Gtk.Window(title='Whole screen')
tick = Gtk.CheckButton(label='Tick')
field = Gtk.Entry()
columns = Gtk.Box(homogeneous=True)
for part in (tick, field):
    part.add_events(Gdk.EventMask.SCROLL_MASK | Gdk.EventMask.SMOOTH_SCROLL_MASK)
    columns.pack_start(part, True, True, 0)
window.add(columns)
for part in (tick, field):
    part.connect('event', hear)
window.connect('destroy', Gtk.main_quit)
window.fullscreen()
window.show_all()
write('shown')
Gtk.main()
