import { describe, expect, it } from 'vitest';
import { roleNumber } from '../vocabulary/roles.ts';
import { stateBit, type StateName, type StateSet } from '../vocabulary/states.ts';
import { controlTypeIn, statesIn } from './meaning.ts';
import { toolkitOf } from './toolkit-of.ts';
import type { Toolkit } from './toolkit.ts';

function named(toolkitName: string, version = '', appName = 'app'): Toolkit {
  return toolkitOf({ appName, toolkitName, version });
}

function withStates(...names: readonly StateName[]): StateSet {
  const low = names.reduce((bits, name) => bits | (1 << stateBit[name]), 0);
  return [low >>> 0, 0];
}

function type(toolkit: Toolkit, role: string, ...states: readonly StateName[]) {
  return controlTypeIn(toolkit, { role: roleNumber(role), states: withStates(...states) });
}

describe('an app', () => {
  // Root objects as the real apps report them.
  it.each([
    ['gtk', '3.24.38', 'mousepad', 'gtk3'],
    ['GTK', '4.8.3', 'gnome-calculator', 'gtk4'],
    ['Qt', '5.15.8', 'Linguist', 'qt'],
    ['Qt', '6.4.2', 'Linguist', 'qt'],
    ['Chromium', '1.0', 'electron', 'chromium'],
    ['Gecko', '153.7.0', 'Firefox', 'gecko'],
    ['gtk', '3.24.38', 'soffice', 'libreoffice'],
    ['J2SE-access-bridge', '1.0', 'Swing', 'java'],
    ['Motif', '1', 'xterm', 'other'],
  ])('%s %s that names itself %s is read as %s', (toolkitName, version, appName, expected) => {
    expect(named(toolkitName, version, appName).name).toBe(expected);
  });

  it('of GTK 4 are queried in window coordinates, and since 4.10 never by `Contains`', () => {
    const versions = ['4.8.3', '4.18.6', '4.24.1'].map((version) => named('GTK', version));
    expect(versions.map(({ coordinates }) => coordinates)).toEqual(['window', 'window', 'window']);
    expect(versions.map(({ hidesByMiddle }) => hidesByMiddle)).toEqual([true, false, false]);
    expect(named('gtk', '3.24.49').coordinates).toBe('screen');
  });

  it.each([
    ['GTK', '4.24.1', 'go_button', '___object_3___'],
    ['GTK', '4.24.1', 'editor_view', 'GtkDropDown'],
    ['Qt', '6.8.2', 'QApplication.form.pressButton', 'QApplication.QMainWindow.QWidget'],
    ['Qt', '6.11.2', 'app.digits', 'app.ToolButton_QMLTYPE_16'],
  ])('%s %s reports the ids of its developers, and generated ones', (toolkitName, version, own, madeUp) => {
    const { idIn, madeUpIds } = named(toolkitName, version);
    expect(idIn).toBe('property');
    expect([own, madeUp].map((id) => madeUpIds?.test(id))).toEqual([false, true]);
  });

  it.each([
    ['GTK', '4.18.6'],
    ['Qt', '6.4.2'],
    ['Qt', '5.15.8'],
  ])('%s %s is not queried for ids, which it does not have', (toolkitName, version) => {
    expect(named(toolkitName, version).idIn).toBeNull();
  });

  it('is never queried for its cache if that is empty, incomplete, fatal or unknown', () => {
    const walked = [named('Qt'), named('gtk', '3', 'soffice'), named('J2SE-access-bridge'), named('anything')];
    expect(walked.map((toolkit) => toolkit.reading)).toEqual(walked.map(() => 'walk'));
  });
});

describe('a role', () => {
  it('means the same in most toolkits', () => {
    expect(type(named('gtk'), 'check box', 'selectable')).toBe('CheckBox');
    expect(type(named('gtk'), 'label', 'transient')).toBe('Text');
  });

  it('has toolkit-specific meanings', () => {
    const java = named('J2SE-access-bridge');
    expect(type(java, 'check box', 'selectable')).toBe('MenuItem');
    expect(type(java, 'check box')).toBe('CheckBox');
    expect(type(java, 'label', 'selectable', 'transient')).toBe('ListItem');
    expect(type(java, 'label', 'transient')).toBe('DataItem');
    expect(type(java, 'label', 'expandable', 'expanded')).toBe('TreeItem');
    expect(type(java, 'label', 'collapsed')).toBe('TreeItem');
    expect(type(java, 'label')).toBe('Text');
    expect(type(named('Gecko'), 'internal frame')).toBe('Pane');
    expect(type(named('Qt'), 'frame')).toBe('Pane');
  });

  it('of a menu item means an option only in a page', () => {
    const item = { role: roleNumber('menu item'), states: withStates('selectable') };
    expect(controlTypeIn(named('Chromium'), item)).toBe('MenuItem');
    expect(controlTypeIn(named('Chromium'), { ...item, tag: 'option' })).toBe('ListItem');
    expect(controlTypeIn(named('gtk'), { ...item, tag: 'option' })).toBe('MenuItem');
  });

  it('of a button means a toggle button if only PRESSED indicates it', () => {
    const pressed = { role: roleNumber('push button'), states: withStates('pressed') };
    expect(statesIn(named('GTK', '4.8'), pressed)).toEqual(['checkable', 'checked']);
    expect(statesIn(named('gtk', '3.24'), pressed)).toEqual([]);
  });
});

it('focusable GTK 3 icons are enabled, which file managers do not report; buttons report it', () => {
  const enabled = (toolkit: Toolkit, role: string) =>
    statesIn(toolkit, { role: roleNumber(role), states: withStates('focusable', 'showing', 'visible') }).includes(
      'enabled',
    );
  const gtk3 = named('gtk', '3.24.38');
  expect([enabled(gtk3, 'icon'), enabled(gtk3, 'push button'), enabled(named('Qt', '6.4.2'), 'icon')]).toEqual([
    true,
    false,
    false,
  ]);
});
