import { expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { chooseWindow, matchWindow, type WindowInfo } from './window.ts';

const rect = { x: 0, y: 0, width: 1, height: 1 };
const window = (id: string, title: string, app: string): WindowInfo => ({
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

const code = (work: () => unknown): string => {
  try {
    work();
    return 'nothing thrown';
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
};

it.each(['0x1a00003', '0x1A00003', String(0x1a00003), 'galc', 'GALCULATOR'])('finds the window by %s', (wanted) => {
  expect(chooseWindow(all, wanted)).toBe(calculator);
});

it('prefers the exact title, and refuses to guess between several', () => {
  expect(chooseWindow(all, 'Notes')).toBe(notes);
  expect(code(() => chooseWindow(all, 'note'))).toBe('multiple_matches');
  expect(code(() => chooseWindow(all, 'firefox'))).toBe('window_not_found');
  expect(code(() => chooseWindow(all, '0xdead'))).toBe('window_not_found');
});

it('lists the candidates with their handles', () => {
  expect(() => chooseWindow(all, 'note')).toThrow(/0x2000001 “Notes”, 0x2000002 “Notes of 2026”/);
});

it('finds the window of a recording again, also under another title', () => {
  expect(matchWindow(all, { app: 'mousepad', title: 'Notes of 2026' })).toBe(moreNotes);
  expect(matchWindow(all, { app: 'galculator', title: 'galculator (scientific)' })).toBe(calculator);
  expect(code(() => matchWindow(all, { app: 'mousepad', title: 'Letter' }))).toBe('multiple_matches');
  expect(matchWindow(all, { app: 'Galculator' })).toBe(calculator);
  expect(code(() => matchWindow(all, { app: 'gedit' }))).toBe('window_not_found');
  expect(code(() => matchWindow(all, { title: 'Letter' }))).toBe('window_not_found');
});
