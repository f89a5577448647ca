import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findElectron } from '../../../../../../scripts/lib/electron-runtime.mjs';
import { chromiumFlags } from '../../../../testing/programs.ts';
import { temporaryFolder } from '../folders.ts';

/** An app of one toolkit with a field that accepts any text, selects with ctrl+a and copies with ctrl+c. */
export interface TypingApp {
  readonly command: string;
  readonly args: readonly string[];
  /** Focuses the field, if it is not focused at startup. */
  readonly enter?: string;
  /** Enter leaves the field, and it replaces some characters. */
  readonly oneLineWithout?: string;
}

const page =
  '<!doctype html><meta charset="utf-8"><title>Typing page</title><textarea autofocus rows="8" cols="60"></textarea>';
const electronMain = `const { app, BrowserWindow } = require('electron');
void app.whenReady().then(() => new BrowserWindow().loadFile('page.html'));`;
const translation =
  '<?xml version="1.0" encoding="utf-8"?><TS version="2.1" language="de_DE"><context><name>C</name><message>' +
  '<source>one</source><translation type="unfinished"></translation></message></context></TS>';
/** Tk's own ctrl+a is Emacs's. */
const tkField = 'pack [text .t]; focus .t; bind .t <Control-a> {.t tag add sel 1.0 end-1c; break}';

/** Apps of every kind of toolkit, with their own profiles and files. */
export async function typingApps(): Promise<Readonly<Record<string, TypingApp>>> {
  const folder = temporaryFolder();
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const url = `file://${file('page.html', page)}`;
  const one = { args: [file('one.ts', translation)], enter: 'ctrl+j' };
  file('main.cjs', electronMain);
  file('package.json', '{ "name": "typing", "version": "1.0.0", "main": "main.cjs" }');
  const { executable: electron } = await findElectron();
  const profile = (name: string) => `--user-data-dir=${join(folder, name)}`;
  return {
    'GTK 3': { command: 'mousepad', args: ['--disable-server'] },
    'GTK 4': { command: 'gtk4-demo', args: ['--run=textundo'] },
    'Qt 5': { command: '/usr/lib/qt5/bin/linguist', ...one },
    'Qt 6': { command: '/usr/lib/qt6/bin/linguist', ...one },
    Tk: { command: 'wish', args: [file('field.tcl', tkField)] },
    Chromium: { command: 'chromium', args: [...chromiumFlags, profile('chromium'), `--app=${url}`] },
    Electron: { command: electron, args: ['--no-sandbox', '--disable-gpu', folder, profile('electron')] },
    Firefox: { command: 'firefox-esr', args: ['--no-remote', '--profile', folder, url] },
    LibreOffice: { command: 'soffice', args: await calcArguments(), enter: 'F2', oneLineWithout: '"' },
  };
}

/** Start timeout: on a machine busy with other tests its first window takes half a minute. */
export const officeOptions = { env: { SAL_USE_VCLPLUGIN: 'gtk3' }, startsWithin: 60_000 } as const;

/** LibreOffice’s argument for a separate profile. With a new one it exits at once and restarts: done here, without a window. */
export async function officeProfile(): Promise<string> {
  const profile = `-env:UserInstallation=file://${temporaryFolder()}`;
  await promisify(execFile)('soffice', ['--headless', '--terminate_after_init', profile], { timeout: 60_000 });
  return profile;
}

/** LibreOffice's arguments to show a sheet with a separate profile. */
export async function calcArguments(): Promise<readonly string[]> {
  return ['--calc', '--norestore', '--nologo', await officeProfile()];
}
