import { describe, expect, it } from 'vitest';
import { AppError } from '../../errors.ts';
import { chooseWindow, matchWindows, windowInWords, windowRemembered, type WindowQuery } from './window-query.ts';
import { matchOf, type WindowId, type WindowInfo, type WindowMatch } from './window.ts';

const rect = { x: 0, y: 0, width: 1, height: 1 };
const window = (id: WindowId, title: string, app: string): WindowInfo => ({
  id,
  title,
  app,
  className: app,
  processId: 1,
  bounds: rect,
  contentBounds: rect,
  state: 'normal',
  active: false,
  monitor: 0,
  desktop: 0,
  kind: 'normal',
  toolkit: 'gtk3',
  owner: null,
  resizable: true,
  alwaysOnTop: false,
  demandsAttention: false,
});
const calculator = window('0x1a00003', 'galculator', 'galculator');
const notes = window('0x2000001', 'Notes', 'mousepad');
const moreNotes = window('0x2000002', 'Notes of 2026', 'mousepad');
const all = [calculator, notes, moreNotes];

const inWords = (words: string) => chooseWindow(all, windowInWords(words));
const again = (match: WindowMatch) => chooseWindow(all, windowRemembered(match));

const code = (work: () => unknown): string => {
  try {
    work();
    return 'nothing thrown';
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
};

it.each(['0x1a00003', '0x1A00003', String(0x1a00003), 'galc', 'GALCULATOR'])('finds the window by %s', (wanted) => {
  expect(inWords(wanted)).toBe(calculator);
});

it('prefers the exact title, and rejects ambiguity', () => {
  expect(inWords('Notes')).toBe(notes);
  expect(code(() => inWords('note'))).toBe('multiple_matches');
  expect(code(() => inWords('firefox'))).toBe('window_not_found');
  expect(code(() => inWords('0xdead'))).toBe('window_not_found');
});

it('lists the candidates with their handles', () => {
  expect(() => inWords('note')).toThrow(/0x2000001 “Notes”, 0x2000002 “Notes of 2026”/);
});

it('finds a dialog again if only one of the desktops reports that it is one', () => {
  const reported: WindowInfo = { ...window('0x3000001', 'Choose', 'kdialog'), kind: 'dialog' };
  const unidentified: WindowInfo = { ...window('0x100000001', 'Choose', 'kdialog'), isKindUnknown: true };
  for (const [recorded, there] of [
    [reported, unidentified],
    [unidentified, reported],
  ] as const)
    expect(chooseWindow([there, calculator], windowRemembered(matchOf(recorded)))).toBe(there);
  const otherwise = () => chooseWindow([window('0x3000002', 'Choose', 'kdialog')], windowRemembered(matchOf(reported)));
  expect(code(otherwise)).toBe('window_not_found');
});

it('finds the window of a recording again, also under another title', () => {
  expect(again({ app: 'mousepad', title: 'Notes of 2026' })).toBe(moreNotes);
  expect(again({ app: 'galculator', title: 'galculator (scientific)' })).toBe(calculator);
  expect(code(() => again({ app: 'mousepad', title: 'Letter' }))).toBe('multiple_matches');
  expect(again({ app: 'Galculator' })).toBe(calculator);
  expect(code(() => again({ app: 'gedit' }))).toBe('window_not_found');
  expect(code(() => again({ title: 'Letter' }))).toBe('window_not_found');
});

it('takes only a window of the same program for the recorded one, not of a similar name', () => {
  expect(code(() => again({ app: 'mouse', title: 'Letter' }))).toBe('window_not_found');
  expect(again({ app: 'mousepad', title: 'notes' })).toBe(notes);
  expect(again({ app: 'galculator', title: 'Other', className: 'another' })).toBe(calculator);
});

describe('among windows of the same name', () => {
  const mains = [window('0x11', 'a.txt - Editor', 'editor'), window('0x12', 'b.txt - Editor', 'editor')];
  const dialogs = mains.map(({ id: owner }, n): WindowInfo => {
    return { ...window(`0x2${n}`, 'Find', 'editor'), kind: 'dialog', owner };
  });
  const find = (owner?: string) => chooseWindow([...dialogs, ...mains], { title: 'Find', owner, remembered: true }).id;

  it('takes the one with the same owner', () => {
    expect(code(() => find())).toBe('multiple_matches');
    expect(find('b.txt - Editor')).toBe('0x21');
    expect(find('A.TXT - EDITOR')).toBe('0x20');
  });

  it('never guesses if the owner is gone', () => {
    expect(code(() => find('c.txt - Editor'))).toBe('multiple_matches');
    expect(code(() => find('Other'))).toBe('multiple_matches');
  });

  it("takes the only one, whatever its owner's document", () => {
    const match: WindowMatch = { app: 'editor', title: 'Find', role: 'dialog', owner: 'c.txt - Editor' };
    expect(chooseWindow([dialogs[0]!, ...mains], windowRemembered(match)).id).toBe('0x20');
  });
});

it('requires all criteria to match', () => {
  const fits = (query: WindowQuery) => matchWindows(all, query).map(({ window: { id } }) => id);
  expect(fits({ app: 'mousepad', title: 'notes' })).toEqual([notes.id]);
  expect(fits({ app: 'galculator', title: 'notes' })).toEqual([]);
  expect(fits({ className: 'MOUSEPAD' })).toEqual([notes.id, moreNotes.id]);
  expect(fits({ handle: notes.id, title: 'galculator' })).toEqual([]);
});

it.each(['', ' ', '-', '.exe'])('selects no window by “%s”, even if it is the only one', (words) => {
  const unknown = window('0x4000001', '', '');
  for (const only of [unknown, moreNotes])
    expect(code(() => chooseWindow([only], windowInWords(words)))).toBe('window_not_found');
  expect(matchWindows(all, { title: words })).toEqual([]);
});

it('lists equal matches by use, with reasons', () => {
  const twins = [
    window('0x1', 'Twin', 'a'),
    window('0x2', 'Twin', 'b'),
    { ...window('0x3', 'Twin', 'c'), active: true },
  ];
  const found = matchWindows(twins, { words: 'Twin' }, { lastUsed: '0x2' });
  expect(found.map(({ window: { id }, by, standing }) => `${id}: ${by}; ${standing}`)).toEqual([
    '0x3: exact title; active',
    '0x2: exact title; last used',
    '0x1: exact title; ',
  ]);
  expect(() => chooseWindow(twins, { words: 'twin' })).toThrow(
    /\(by its title in another case\): 0x3 “Twin” \(active\), 0x1/,
  );
});

it('does not confuse a handle with a title of the same text', () => {
  const decimal = String(Number(notes.id));
  const impostor = window('0x3000001', decimal, 'other');
  expect(code(() => chooseWindow([impostor, ...all], { words: decimal }))).toBe('multiple_matches');
  expect(chooseWindow([impostor, ...all], { words: decimal, app: 'mousepad' })).toBe(notes);
});

it('reports that a dialog without a title was wanted', () => {
  const untitled = windowRemembered({ app: 'editor', title: '', role: 'dialog' });
  expect(() => chooseWindow(all, untitled)).toThrow('There is no window for editor that is a dialog without a title.');
});

describe('a recorded window with a role', () => {
  const editor = window('0x1', 'a.txt - Editor', 'editor');
  const dialog = (id: WindowId, title: string): WindowInfo => ({ ...window(id, title, 'editor'), kind: 'dialog' });
  const taken = (windows: readonly WindowInfo[], match: WindowMatch) => {
    try {
      return chooseWindow(windows, windowRemembered({ app: 'editor', ...match })).id;
    } catch (error) {
      return error instanceof AppError ? error.code : String(error);
    }
  };

  it('matches dialogs only if it was one itself, and vice versa', () => {
    expect(taken([editor], { title: 'Save changes?', role: 'dialog' })).toBe('window_not_found');
    expect(taken([dialog('0x2', 'Error')], { title: 'a.txt - Editor', role: 'main' })).toBe('window_not_found');
    expect(taken([dialog('0x2', 'Error'), editor], { title: 'b.txt - Editor', role: 'main' })).toBe('0x1');
    expect(taken([{ ...editor, owner: '0x9' }], { title: 'b.txt - Editor', role: 'main' })).toBe('window_not_found');
  });

  it.each([
    ['Save changes to a.txt?', 'Save changes to letter to Ann.odt?', 'window_not_found'],
    ['Save changes to a.txt?', 'Save changes to b.odt?', '0x2'],
    ['Save “a”?', 'Save “Letter to Ann”?', '0x2'],
    ['a.txt Properties', 'My report.pdf Properties', 'window_not_found'],
    ['a.txt Properties', 'report-2.pdf Properties', '0x2'],
    ['Copying 3 files to /tmp/x', 'Copying 12 files to /home/ann', '0x2'],
    ['Save', 'Save As', 'window_not_found'],
    ['Confirm', 'Error', 'window_not_found'],
    ['a.txt', 'b.txt', '0x2'],
    ['Preferences', 'preferences', '0x2'],
    ['', 'Delete everything?', 'window_not_found'],
    ['', 'a.txt', 'window_not_found'],
    ['a.txt', '', 'window_not_found'],
    ['', '', '0x2'],
  ])('as a dialog %j does not match one with different text: %j', (recorded, now, expected) => {
    expect(taken([editor, dialog('0x2', now)], { title: recorded, role: 'dialog' })).toBe(expected);
  });
});

it('finds a Flatpak app by its id before its program, and a recorded one across the sandbox', () => {
  const outside = { ...window('0x4', 'Calc', 'galculator'), className: 'Galculator' };
  const inside = { ...outside, id: '0x5' as const, app: 'org.example.Calc', executable: 'galculator' };
  const find = (windows: readonly WindowInfo[], recorded: WindowInfo) =>
    chooseWindow(windows, windowRemembered(matchOf(recorded)));
  expect([find([inside, outside], inside), find([inside, outside], outside)]).toEqual([inside, outside]);
  expect([find([inside], outside), find([outside], inside)]).toEqual([inside, outside]);
  const named = { ...outside, className: 'Other' };
  expect(code(() => find([named], inside))).toBe('window_not_found');
});
