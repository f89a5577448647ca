import { assertNever } from '../../base/assert-never.ts';
import { splitChord } from '#contract/model/recordings/chord';
import type { Step } from '#contract/model/recordings/recording';
import type { WindowAction } from '#contract/model/windows/window';
import { cannot, findable, pythonScript, startInPython, textInPython } from './foreign-runner.ts';
import { commentText, stringLiteral } from './literals.ts';
import { chordAsKeys, textAsKeys } from '../../dialects/ufo-keys.ts';

/** A script for pywinauto 0.6.8 (https://pywinauto.readthedocs.io), with UI Automation. */
export const pywinauto = pythonScript({ id: 'pywinauto', label: 'Python, for pywinauto', header, act });

function act(step: Step): readonly string[] {
  const { action } = step;
  switch (action.type) {
    case 'click': {
      const { button, count, modifiers, at } = action;
      if (button === 'back' || button === 'forward') throw cannot('pywinauto has no such button');
      const held = modifiers.map((name) => holdable[name] ?? '');
      if (held.includes('')) throw cannot('pywinauto cannot hold that key while it clicks');
      const place = step.target ? '' : `, coords=(${at.x}, ${at.y})`;
      const pressed = held.length > 0 ? `, pressed=${stringLiteral(held.join(' '))}` : '';
      const double = count > 1 ? ', double=True' : '';
      return [`${wherever(step)}.click_input(button=${stringLiteral(button)}${double}${place}${pressed})`];
    }
    case 'drag': {
      const { at, to, button } = action;
      if (button !== 'left' && button !== 'right') throw cannot('pywinauto drags with the left and the right button');
      return [`drag(${windowOf(step)}, (${at.x}, ${at.y}), (${to.x}, ${to.y}), ${stringLiteral(button)})`];
    }
    case 'hover':
      return [`${elementOf(step)}.move_mouse_input(coords=(${action.at.x}, ${action.at.y}), absolute=False)`];
    case 'setText':
      return [`${elementOf(step)}.set_edit_text(${textInPython(action)})`];
    case 'typeText': {
      const keys =
        action.secret === undefined
          ? stringLiteral(escaped(textAsKeys(action.text)))
          : `keys_of(${textInPython(action)})`;
      return [`${wherever(step)}.type_keys(${keys}, with_spaces=True, with_tabs=True, with_newlines=True)`];
    }
    case 'pressKeys':
      return [`${wherever(step)}.type_keys(${stringLiteral(chord(action.keys, action.repeat))})`];
    case 'scroll':
      return [`${wherever(step)}.wheel_mouse_input(wheel_dist=${action.notches})`];
    case 'launch':
      return startInPython(action);
    case 'window': {
      const method = windowMethods[action.act];
      if (method === undefined) throw cannot('pywinauto has no such act on a window');
      return [`${windowOf(step)}.${method}()`];
    }
    case 'placeWindow':
      throw cannot('pywinauto moves no window by UI Automation');
    case 'expect':
      return [];
    case 'wait':
      return [`time.sleep(${action.ms / 1_000})`];
    default:
      return assertNever(action);
  }
}

const windowMethods: Partial<Record<WindowAction, string>> = {
  focus: 'set_focus',
  minimize: 'minimize',
  maximize: 'maximize',
  restore: 'restore',
  close: 'close',
};

const holdable: Readonly<Record<string, string>> = { ctrl: 'control', shift: 'shift', alt: 'alt' };

/** UFO spells modifiers out; pywinauto uses characters, which must be escaped in its texts. */
function chord(keys: string, repeat: number): string {
  const signs = { '{VK_CONTROL}': '^', '{VK_SHIFT}': '+', '{VK_MENU}': '%' };
  const { key } = splitChord(keys);
  const once = chordAsKeys(keys).replace(/\{VK_(?:CONTROL|SHIFT|MENU)\}/g, (name) => signs[name as keyof typeof signs]);
  const plain = /^[+^%()]$/.test(key) ? `${once.slice(0, -1)}{${key}}` : once;
  return plain.repeat(repeat);
}

function escaped(keys: string): string {
  return keys.replace(/[+^%()]/g, (sign) => `{${sign}}`);
}

function wherever(step: Step): string {
  return step.target ? elementOf(step) : windowOf(step);
}

function windowOf({ window: { title = '', className = '' } }: Step): string {
  const by = [
    ...(title ? [`title=${stringLiteral(title)}`] : []),
    ...(className ? [`class_name=${stringLiteral(className)}`] : []),
  ];
  if (by.length === 0) throw cannot('it names no window');
  return `desktop.window(${by.join(', ')})`;
}

function elementOf(step: Step): string {
  if (!step.target) throw cannot('it names no element');
  const { id, name } = findable(step.target);
  const by = [...(id ? [`auto_id=${stringLiteral(id)}`] : []), ...(name ? [`title=${stringLiteral(name)}`] : [])];
  if (by.length === 0) throw cannot('pywinauto finds no element without a name or an id');
  return `${windowOf(step)}.child_window(${by.join(', ')}, control_type=${stringLiteral(step.target.controlType)})`;
}

/** The name is in the third line, since Python reads the file's encoding from the first two (PEP 263). */
function header(name: string): string {
  return `# Recorded with Deskscope.
#
# ${commentText(name)}
#
# Untried: no test of Deskscope runs what it writes for pywinauto. Read it before you run it.
# pip install pywinauto

import os
import re
import subprocess
import time

from pywinauto import Desktop, mouse

desktop = Desktop(backend="uia")


def drag(window, start, end, button):
    area = window.wrapper_object().rectangle()
    mouse.press(button=button, coords=(area.left + start[0], area.top + start[1]))
    mouse.move(coords=(area.left + end[0], area.top + end[1]))
    mouse.release(button=button, coords=(area.left + end[0], area.top + end[1]))


def keys_of(text):
    return re.sub(r"[+^%~(){}]", lambda sign: "{" + sign.group() + "}", text)

`;
}
