import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { python, runProgram } from './peers/run-program.ts';

/** Packages of all contestants, by Debian's names. */
const packages = [
  'at-spi2-core',
  'libatspi2.0-0',
  'python3-pyatspi',
  'python3-dogtail',
  'libgtk-3-0',
  'libgtk-4-1',
  'libqt5core5a',
  'libqt6core6',
  'chromium',
  'firefox-esr',
  'libreoffice-calc',
  'libreoffice-writer',
  'thunar',
  'inkscape',
  'gnome-text-editor',
  'keepassxc',
  'thunderbird',
  'jedit',
  'openbox',
  'xvfb',
  'wmctrl',
  'xdotool',
  'scrot',
  'tesseract-ocr',
  'dbus',
];

const manifest = z.object({ version: z.string(), devDependencies: z.record(z.string(), z.string()).optional() });

/** @param electron path of the executable */
export async function versions(electron: string): Promise<Readonly<Record<string, string>>> {
  const [own, bench] = await Promise.all(['package.json', 'bench/package.json'].map(readManifest));
  return {
    Deskscope: own?.version ?? 'unknown',
    Node: process.versions.node,
    Electron: await electronVersion(electron),
    Python: (await runProgram(python, ['--version'])).trim(),
    ...bench?.devDependencies,
    ...(await debianVersions()),
  };
}

/** As plain Node it needs neither a display nor its sandbox. */
async function electronVersion(executable: string): Promise<string> {
  const output = await runProgram('env', ['ELECTRON_RUN_AS_NODE=1', executable, '-p', 'process.versions.electron']);
  return output.trim();
}

async function readManifest(file: string): Promise<z.output<typeof manifest>> {
  return manifest.parse({ version: '', ...JSON.parse(await readFile(file, 'utf8')) });
}

async function debianVersions(): Promise<Readonly<Record<string, string>>> {
  const query = ['-W', '-f', '${Package} ${Version}\\n', ...packages];
  const lines = (await runProgram('dpkg-query', query).catch(() => '')).trim().split('\n');
  return Object.fromEntries(lines.filter(Boolean).map((line) => line.split(' ') as [string, string]));
}
