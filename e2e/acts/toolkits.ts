import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findElectron } from '../../scripts/lib/electron-runtime.mjs';
import { chromiumFlags } from '../../src-main/engine/testing/programs.ts';

/** Location of the apps that show scenes. */
export const scenes = resolve(import.meta.dirname, '../target-apps/linux/scenes');

export interface Start {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

export interface Toolkit {
  /** A page in a browser: commands reach it over HTTP. */
  readonly page?: true;
  /** Possible scale factors on X11. */
  readonly scales: readonly number[];
  /** @param how.folder for its own profile */
  start(how: { folder: string; log: string; url: string; scale: number }): Start | Promise<Start>;
}

const python = '/usr/bin/python3';
const qt = (version: '5' | '6'): Toolkit => ({
  scales: [1, 1.25, 1.5, 2],
  start: ({ log, scale }) => ({
    command: python,
    args: [join(scenes, 'qt.py'), version, log],
    env: { QT_SCALE_FACTOR: String(scale) },
  }),
});
const gtk = (version: '3' | '4'): Toolkit => ({
  scales: [1, 2],
  start: ({ log, scale }) => ({
    command: python,
    args: [join(scenes, `gtk${version}.py`), log],
    env: { GDK_SCALE: String(scale), GSK_RENDERER: 'cairo' },
  }),
});

const list = {
  'GTK 3': gtk('3'),
  'GTK 4': gtk('4'),
  'Qt 5': qt('5'),
  'Qt 6': qt('6'),
  Chromium: {
    page: true,
    scales: [1, 1.25, 1.5, 2],
    start: ({ folder, url, scale }) => ({
      command: 'chromium',
      args: [
        ...chromiumFlags,
        '--disable-gpu',
        '--force-renderer-accessibility',
        '--window-size=760,560',
        `--force-device-scale-factor=${scale}`,
        `--user-data-dir=${join(folder, 'profile')}`,
        `--app=${url}`,
      ],
    }),
  },
  Firefox: {
    page: true,
    scales: [1, 1.25, 1.5, 2],
    start: ({ folder, url, scale }) => {
      const profile = join(folder, 'profile');
      mkdirSync(profile);
      const settings = {
        'layout.css.devPixelsPerPx': String(scale),
        'browser.shell.checkDefaultBrowser': false,
        'datareporting.policy.dataSubmissionEnabled': false,
        'browser.aboutwelcome.enabled': false,
        'termsofuse.acceptedVersion': 999,
        'accessibility.force_disabled': -1,
      };
      const lines = Object.entries(settings).map(([key, value]) => `user_pref("${key}", ${JSON.stringify(value)});\n`);
      writeFileSync(join(profile, 'user.js'), lines.join(''));
      return {
        command: 'firefox-esr',
        args: ['--no-remote', '--profile', profile, '--width', '800', '--height', '640', url],
      };
    },
  },
  Electron: {
    page: true,
    scales: [1, 1.25, 1.5, 2],
    start: async ({ folder, url, scale }) => ({
      command: (await findElectron()).executable,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--force-renderer-accessibility',
        `--force-device-scale-factor=${scale}`,
        join(scenes, 'electron'),
        `--user-data-dir=${join(folder, 'profile')}`,
        `--page=${url}`,
      ],
    }),
  },
  Swing: {
    scales: [1, 2],
    start: ({ log, scale }) => ({
      command: 'java',
      args: [
        '-Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper',
        `-Dsun.java2d.uiScale=${scale}`,
        '-cp',
        '/usr/share/java/java-atk-wrapper.jar',
        join(scenes, 'Scene.java'),
        log,
      ],
    }),
  },
} satisfies Readonly<Record<string, Toolkit>>;

export type ToolkitName = keyof typeof list;
export const toolkits: Readonly<Record<ToolkitName, Toolkit>> = list;
