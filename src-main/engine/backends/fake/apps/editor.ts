import { expand, setValue } from '../behaviour.ts';
import type { FakeApp, FakeDesktop } from '../desktop.ts';
import { element, type FakeElement } from '../element.ts';
import type { FakeWindow, WindowSpec } from '../window.ts';

/** A text editor: menus, a document that accepts typing and marks the title, and a save dialog. */
export const editor: FakeApp = (desktop) => {
  const find = (): FakeWindow | null => desktop.windows.find((window) => window.root === root) ?? null;
  const retitle = (title: string) => {
    const window = find();
    if (window && window.title !== title) desktop.retitle(window, title);
  };
  const text = element({
    controlType: 'Document',
    name: 'Text',
    id: 'text',
    at: [0, 28, 480, 272],
    value: '',
    states: ['editable', 'focusable', 'multiline'],
    onChange: () => retitle('*Untitled - Editor'),
  });
  const saveAs = () => {
    const window = find();
    if (window)
      desktop.open(
        saveDialog(desktop, (name) => retitle(`${name} - Editor`)),
        window,
      );
  };
  const root = element({
    controlType: 'Window',
    name: 'Untitled - Editor',
    children: [menuBar(desktop, find, text, saveAs), text, statusBar()],
  });
  return {
    title: 'Untitled - Editor',
    app: 'editor',
    className: 'Editor',
    root,
    content: { x: 360, y: 120, width: 480, height: 330 },
    onKey: (key) => {
      if (key === 'ctrl+s') saveAs();
      if (key === 'ctrl+q') closeIfOpen(desktop, find());
    },
  };
};

function menuBar(
  desktop: FakeDesktop,
  find: () => FakeWindow | null,
  text: FakeElement,
  saveAs: () => void,
): FakeElement {
  const bar = element({ controlType: 'MenuBar', at: [0, 0, 480, 28] });
  const fold = () => bar.children.forEach((menu) => expand(menu, false));
  const item = (name: string, x: number, y: number, act: () => void) => {
    const onInvoke = () => {
      fold();
      act();
    };
    return element({ controlType: 'MenuItem', name, at: [x, 28 + y * 26, 140, 26], states: ['focusable'], onInvoke });
  };
  const menu = (name: string, x: number, children: readonly FakeElement[]) =>
    element({ controlType: 'MenuItem', name, at: [x, 0, 56, 28], states: ['expandable', 'focusable'], children });
  bar.children = [
    menu('File', 0, [
      item('New', 0, 0, () => setValue(text, '')),
      item('Save As…', 0, 1, saveAs),
      item('Quit', 0, 2, () => closeIfOpen(desktop, find())),
    ]),
    menu('Edit', 56, [item('Clear', 56, 0, () => setValue(text, ''))]),
  ];
  return bar;
}

function statusBar(): FakeElement {
  const hint = element({ controlType: 'Text', name: 'Plain text', at: [8, 304, 120, 20] });
  return element({ controlType: 'StatusBar', at: [0, 300, 480, 30], children: [hint] });
}

function saveDialog(desktop: FakeDesktop, saved: (name: string) => void): WindowSpec {
  const done = (name: string | null) => {
    closeIfOpen(desktop, desktop.windows.find((window) => window.root === root) ?? null);
    if (name) saved(name);
  };
  const name = element({
    controlType: 'Edit',
    name: 'File name',
    at: [16, 40, 288, 30],
    value: '',
    states: ['editable', 'focusable'],
  });
  const save = () => done(name.value);
  const root = element({
    controlType: 'Window',
    name: 'Save As',
    states: ['modal'],
    children: [
      element({ controlType: 'Text', name: 'File name', at: [16, 12, 120, 20] }),
      name,
      element({
        controlType: 'Button',
        name: 'Cancel',
        at: [120, 90, 88, 32],
        states: ['focusable'],
        onInvoke: () => done(null),
      }),
      element({ controlType: 'Button', name: 'Save', at: [216, 90, 88, 32], states: ['focusable'], onInvoke: save }),
    ],
  });
  return {
    title: 'Save As',
    app: 'editor',
    className: 'Editor',
    kind: 'dialog',
    root,
    content: { x: 440, y: 220, width: 320, height: 140 },
    onKey: (key) => {
      if (key === 'Enter') save();
      if (key === 'Escape') done(null);
    },
  };
}

function closeIfOpen(desktop: FakeDesktop, window: FakeWindow | null): void {
  if (window) desktop.close(window);
}
