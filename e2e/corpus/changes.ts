import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../scripts/lib/run.mjs';
import type { Acts } from './acts.ts';
import type { FlowApp } from './flow.ts';
import type { Shift } from './stage.ts';

/** Files are repeatable items; earlier use of the folder changes the active one. */
interface OtherData {
  readonly files: Readonly<Record<string, string>>;
  readonly acts?: Acts;
}

/** Possible differences at replay, in the same app. */
export type Change = 'theme' | 'font' | 'language' | 'size' | OtherData;

/** The window is elsewhere, and larger. */
export const elsewhere: Shift = { x: 90, y: 70, width: 60, height: 40 };

const muchLarger: Shift = { x: -60, y: 10, width: 260, height: 150 };

/** Another theme, in each toolkit's terms. */
const theme: Partial<FlowApp> = {
  env: {
    GTK_THEME: 'HighContrast',
    QT_STYLE_OVERRIDE: 'Windows',
    _JAVA_OPTIONS: '-Dswing.defaultlaf=javax.swing.plaf.nimbus.NimbusLookAndFeel',
  },
  files: { '.Xdefaults': '*background: #203040\n*foreground: white\n' },
};

const gtkSettings = '[Settings]\ngtk-font-name=DejaVu Sans 14\n';

/** A larger font, in each toolkit's terms. */
const font: Partial<FlowApp> = {
  env: {
    QT_FONT_DPI: '125',
    SAL_FORCEDPI: '125',
    _JAVA_OPTIONS: '-Dswing.plaf.metal.controlFont=Dialog-17 -Dswing.plaf.metal.userFont=Dialog-17',
  },
  files: {
    '.config/gtk-3.0/settings.ini': gtkSettings,
    '.config/gtk-4.0/settings.ini': gtkSettings,
    '.Xdefaults': '*font: Helvetica 15\nXTerm*font: 10x20\n',
  },
};

const chromiumFlags: Partial<Record<string, readonly string[]>> = {
  theme: ['--force-dark-mode', '--enable-features=WebContentsForceDark'],
  font: ['--force-device-scale-factor=1.25'],
};

/** An app after a change, and its window's bounds. */
export async function changedApp(app: FlowApp, change: Change): Promise<{ app: FlowApp; shift: Shift; acts?: Acts }> {
  if (change === 'size') return { app, shift: muchLarger };
  const other = await changesOf(change);
  const flags = app.command === 'chromium' && typeof change === 'string' ? (chromiumFlags[change] ?? []) : [];
  const changed = {
    ...app,
    args: [...flags, ...(app.args ?? [])],
    env: { ...app.env, ...other.env },
    files: { ...app.files, ...other.files },
  };
  const acts = typeof change === 'string' ? undefined : change.acts;
  return { app: changed, shift: elsewhere, ...(acts && { acts }) };
}

async function changesOf(change: Exclude<Change, 'size'>): Promise<Partial<FlowApp>> {
  if (change === 'theme') return theme;
  if (change === 'font') return font;
  if (change === 'language') return { env: await german() };
  return { files: change.files };
}

/** German, though the machine may have no other locale. */
async function german(): Promise<Record<string, string>> {
  const folder = join(tmpdir(), 'deskscope-locales');
  await run('mkdir', ['-p', folder]);
  const { code, output } = await run('localedef', ['-i', 'de_DE', '-f', 'UTF-8', join(folder, 'de_DE.UTF-8')]);
  // 1: there were warnings.
  if (code !== 0 && code !== 1) throw new Error(`localedef: ${output.trim()}`);
  return { LOCPATH: folder, LC_ALL: 'de_DE.UTF-8', LANGUAGE: 'de' };
}
