import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Recording } from '#contract/model/recordings/recording';
import { writeExportFolder } from './export-files.ts';
import { markdownWithPictures } from '../exporters/markdown.ts';
import { specRecording } from '../testing/spec-recording.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'export-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** One pixel, lossless. */
const webp = 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==';

describe('Markdown with pictures', () => {
  const [first, second] = specRecording.steps;
  const pictured = { ...first!.target!, picture: webp };
  const steps = [{ ...first!, target: pictured, onto: pictured }, second!, { ...first!, id: 'c', target: pictured }];
  const recording: Recording = { ...specRecording, steps };

  it('has each step’s picture in a file, and shows it at its step', async () => {
    const names = await writeExportFolder(markdownWithPictures, recording, path.join(folder, 'flow'));
    expect(names).toEqual(['steps.md', 'images/001.webp', 'images/001-onto.webp', 'images/003.webp']);
    const text = readFileSync(path.join(folder, 'flow/steps.md'), 'utf8');
    const shown = Array.from(text.matchAll(/^ {3}!\[Button “Save "as"”\]\((.*)\)$/gm), ([, file = '']) => file);
    expect(shown).toEqual(names.slice(1));
    for (const file of shown) expect(readFileSync(path.join(folder, 'flow', file)).toString('base64')).toBe(webp);
    expect(text.indexOf('images/003')).toBeGreaterThan(text.indexOf('\n3. Click'));
    expect(text).not.toContain(webp);
  });

  it('replaces itself, and leaves other files alone', async () => {
    const own = path.join(folder, 'flow');
    await writeExportFolder(markdownWithPictures, recording, own);
    await writeExportFolder(markdownWithPictures, recording, own);
    expect(readdirSync(own).sort()).toEqual(['images', 'steps.md']);
    writeFileSync(path.join(own, 'notes.txt'), 'mine');
    await expect(writeExportFolder(markdownWithPictures, recording, own)).rejects.toThrow('“notes.txt”');
  });
});
