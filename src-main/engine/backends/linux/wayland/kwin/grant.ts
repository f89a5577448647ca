import { basename } from 'node:path';
import type { Lack } from '../compositor.ts';
import { fakeInput } from './fake-input.ts';
import type { PictureAccess } from './screenshot.ts';

/**
 * KWin gives input and pictures to programs whose .desktop file asks for them. It is known by the program that it starts, so one
 * that runs others must not have it: whatever that ran could press keys.
 */
const shared = new Set(['node', 'electron']);

interface Granted {
  readonly input: boolean;
  readonly pictures: PictureAccess;
}

interface Abilities {
  readonly input: boolean;
  readonly pictures: boolean;
}

const noPictures: Lack = {
  name: 'Pictures',
  why: 'KWin takes no pictures here (org.kde.KWin.ScreenShot2): it draws without OpenGL.',
  instead:
    'Work with the tree of elements. Pictures need a GPU that KWin can use: its “About this System” says what it draws with.',
};

/**
 * What KWin keeps from a program that was not granted it, or does not have.
 * @param byPortal what the desktop's portals have instead
 */
export function notGranted({ input, pictures }: Granted, byPortal: Abilities): readonly Lack[] {
  const program = basename(process.execPath);
  const instead = shared.has(program)
    ? `Use an installed Deskscope: a grant to ${program} covers every program it runs.`
    : 'A .desktop file of yours grants it, from the next login on: docs/wayland.md has its text.';
  const why = (what: string, isThere: boolean) =>
    `KWin gives ${what} to programs alone that were granted it, and ${program} was not.` +
    (isThere ? ' It comes through the desktop portal meanwhile, which can do less and may ask.' : '');
  return [
    ...(input ? [] : [{ name: 'Mouse and keyboard', why: why(`input (${fakeInput})`, byPortal.input), instead }]),
    ...(pictures === 'refused'
      ? [{ name: 'Pictures', why: why('pictures (org.kde.KWin.ScreenShot2)', byPortal.pictures), instead }]
      : []),
    ...(pictures === 'none' ? [noPictures] : []),
  ];
}
