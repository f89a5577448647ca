import type { FakeApp } from '../desktop.ts';
import { calculator } from './calculator.ts';
import { editor } from './editor.ts';
import { form } from './form.ts';
import { longList, notes, twin } from './small-apps.ts';

/** The programs of the scripted desktop, keyed by the name that starts them. */
export const apps = { calculator, editor, form, notes, rows: longList, twin } as const satisfies Record<
  string,
  FakeApp
>;

/** The apps that start with the desktop; the last one is in front. */
export const startedApps: readonly (keyof typeof apps)[] = ['twin', 'twin', 'rows', 'form', 'editor', 'calculator'];
