import { mkdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../scripts/lib/run.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import type { TestDesktop } from '../fixtures/desktop.ts';

export const album = join(root, 'demo-output');

/** Starts with an empty folder, without files of an earlier run. */
export function openAlbum(): void {
  rmSync(album, { recursive: true, force: true });
  mkdirSync(album);
}

/** The whole desktop, as a user sees it. */
export async function photograph(desktop: TestDesktop, name: string): Promise<void> {
  const { code, output } = await run('scrot', ['--overwrite', join(album, `${name}.png`)], { env: desktop.env });
  if (code !== 0) throw new Error(`scrot: ${output}`);
}

export function keep(name: string, text: string): Promise<void> {
  return writeFile(join(album, name), text);
}

/** The built command line on the same desktop; keeps its output. */
export async function commandLine(desktop: TestDesktop, ...args: string[]): Promise<void> {
  const { code, output } = await run(process.execPath, [join(root, 'bin', 'deskscope.cjs'), ...args], {
    env: desktop.env,
    cwd: album,
    timeoutMs: 60_000,
  });
  await keep(`${args[0] ?? 'help'}.txt`, output);
  if (code !== 0) throw new Error(`deskscope ${args.join(' ')}: ${output}`);
}
