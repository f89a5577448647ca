import { assertNever } from '../../base/assert-never.ts';
import type { Modifier, MouseButton } from '#contract/model/recordings/action';
import { splitChord } from '#contract/model/recordings/chord';
import type { Step } from '#contract/model/recordings/recording';
import { cannot, findable, pythonScript, startInPython, textInPython } from './foreign-runner.ts';
import { commentText, stringLiteral } from './literals.ts';

/** A script for dogtail 0.9.11 or 1.0 (https://gitlab.com/dogtail/dogtail), with the X server's own input. */
export const dogtail = pythonScript({ id: 'dogtail', label: 'Python, for dogtail', header, act });

function act(step: Step): readonly string[] {
  const { action } = step;
  switch (action.type) {
    case 'click': {
      const times = action.count > 1 ? ', double=True' : '';
      const click = `click(${placeOf(step)}, ${buttons[action.button]}${times})`;
      return holding(action.modifiers, click);
    }
    case 'drag': {
      const { at, to, button } = action;
      return [`drag(${windowOf(step)}, (${at.x}, ${at.y}), (${to.x}, ${to.y}), ${buttons[button]})`];
    }
    case 'hover':
      return [`rawinput.absoluteMotion(*${placeOf(step)})`];
    case 'setText':
      return [`${elementOf(step)}.text = ${textInPython(action)}`];
    case 'typeText':
      return [...focus(step), `rawinput.typeText(${textInPython(action)})`];
    case 'pressKeys': {
      const press = `rawinput.keyCombo(${stringLiteral(comboOf(action.keys))})`;
      return [...focus(step), ...Array.from({ length: action.repeat }, () => press)];
    }
    case 'scroll':
      return [`scroll(${step.target ? elementOf(step) : windowOf(step)}, ${action.notches})`];
    case 'launch':
      return startInPython(action);
    case 'window':
      if (action.act === 'focus') return [`activate(${windowOf(step)})`];
      throw cannot('dogtail does nothing to a window as a whole');
    case 'placeWindow':
      throw cannot('dogtail does nothing to a window as a whole');
    case 'expect':
      return [];
    case 'wait':
      return [`time.sleep(${action.ms / 1_000})`];
    default:
      return assertNever(action);
  }
}

/** X11 button numbers. */
const buttons: Readonly<Record<MouseButton, number>> = { left: 1, middle: 2, right: 3, back: 8, forward: 9 };

const modifierKeys: Readonly<Record<Modifier, string>> = {
  ctrl: 'Control_L',
  shift: 'Shift_L',
  alt: 'Alt_L',
  meta: 'Super_L',
  altgr: 'ISO_Level3_Shift',
};

function holding(modifiers: readonly Modifier[], line: string): string[] {
  const keys = modifiers.map((name) => stringLiteral(modifierKeys[name]));
  const [down, up] = [keys, [...keys].reverse()];
  return [...down.map((key) => `rawinput.holdKey(${key})`), line, ...up.map((key) => `rawinput.releaseKey(${key})`)];
}

function placeOf(step: Step): string {
  if (step.target) return `middle(${elementOf(step)})`;
  if (step.action.type !== 'click') throw cannot('it has no place');
  const { x, y } = step.action.at;
  return `inside(${windowOf(step)}, ${x}, ${y})`;
}

function windowOf({ window: { app = '', title = '' } }: Step): string {
  return `window(${stringLiteral(app)}, ${stringLiteral(title)})`;
}

function elementOf(step: Step): string {
  if (!step.target) throw cannot('it names no element');
  const { name, path } = findable(step.target);
  if (name) return `named(${windowOf(step)}, ${stringLiteral(name)}, ${stringLiteral(step.target.controlType)})`;
  if (path.length > 0) return `below(${windowOf(step)}, [${path.join(', ')}])`;
  throw cannot('dogtail finds no element without a name or a path');
}

function focus(step: Step): readonly string[] {
  return step.target ? [`${elementOf(step)}.grabFocus()`] : [`activate(${windowOf(step)})`];
}

/** X11 key names that differ from ours. */
const keysyms: Readonly<Record<string, string>> = {
  Enter: 'Return',
  Space: 'space',
  Backspace: 'BackSpace',
  PageUp: 'Prior',
  PageDown: 'Next',
  ArrowLeft: 'Left',
  ArrowUp: 'Up',
  ArrowRight: 'Right',
  ArrowDown: 'Down',
  ContextMenu: 'Menu',
  ...Object.fromEntries(['Tab', 'Escape', 'Delete', 'Insert', 'Home', 'End', 'Pause'].map((name) => [name, name])),
};

const comboNames: Readonly<Record<string, string>> = {
  ctrl: '<Control>',
  shift: '<Shift>',
  alt: '<Alt>',
  meta: '<Super>',
};

function comboOf(chord: string): string {
  const { modifiers: held, key } = splitChord(chord);
  const name = keysyms[key] ?? (/^F\d{1,2}$|^[a-z0-9]$/.test(key) ? key : undefined);
  const signs = held.map((part) => comboNames[part]);
  if (name === undefined || signs.includes(undefined)) throw cannot(`dogtail has no name for ${commentText(chord)}`);
  return signs.join('') + name;
}

/** The name is in the third line, since Python reads the file's encoding from the first two (PEP 263). */
function header(name: string): string {
  return `# Recorded with Deskscope.
#
# ${commentText(name)}
#
# Needs an X11 session, and once:
# apt-get install python3-dogtail    (or pip install dogtail)
# gsettings set org.gnome.desktop.interface toolkit-accessibility true

import os
import subprocess
import time

from dogtail import rawinput, tree
from dogtail.config import config

config.logDebugToFile = False
config.logDebugToStdOut = False

# What the recording calls the roles of AT-SPI.
ROLES = {
    "Button": ["push button", "button", "toggle button"],
    "CheckBox": ["check box"],
    "ComboBox": ["combo box"],
    "Document": ["text", "document frame", "document text", "document web"],
    "Edit": ["text", "entry", "password text", "terminal", "autocomplete", "editbar"],
    "Hyperlink": ["link"],
    "ListItem": ["list item"],
    "MenuItem": ["menu item", "menu", "check menu item", "radio menu item"],
    "RadioButton": ["radio button"],
    "Slider": ["slider"],
    "Spinner": ["spin button"],
    "TabItem": ["page tab"],
    "Text": ["label", "static", "heading", "paragraph"],
    "TreeItem": ["tree item", "table cell"],
}


def wait(what, find):
    """What find() answers once it is one element; in five seconds at most."""
    end = time.monotonic() + 5
    while True:
        found = find()
        if len(found) == 1:
            return found[0]
        if time.monotonic() > end:
            raise LookupError("%s: %d match" % (what, len(found)))
        time.sleep(0.1)


def windows(app, title):
    same = [a for a in tree.root.applications() if app.lower() in (a.name or "").lower()]
    tops = [w for a in same for w in a.children if w.showing]
    exact = [w for w in tops if w.name == title]
    return exact or [w for w in tops if title in (w.name or "")] or (tops if len(tops) == 1 else [])


def window(app, title):
    return wait("the window " + title, lambda: windows(app, title))


def named(top, name, kind):
    roles = ROLES.get(kind)
    fits = lambda node: node.name == name and node.showing and (roles is None or node.roleName in roles)
    return wait(kind + " " + name, lambda: top.findChildren(fits, isLambda=True))


def below(top, path):
    for index in path:
        top = top.children[index]
    return top


def middle(node):
    (x, y), (width, height) = node.position, node.size
    return x + width // 2, y + height // 2


def inside(top, x, y):
    left, upper = top.position
    return left + x, upper + y


def activate(top):
    top.grabFocus()


def click(place, button, double=False):
    (rawinput.doubleClick if double else rawinput.click)(*place, button)
    time.sleep(0.2)


def drag(top, start, end, button):
    rawinput.dragWithTrajectory(inside(top, *start), inside(top, *end), button)


def scroll(node, notches):
    for _ in range(abs(notches)):
        rawinput.click(*middle(node), 4 if notches > 0 else 5)

`;
}
