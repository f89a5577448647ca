import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { parseRecording } from '#contract/model/recordings/recording';

export interface RecordingFile {
  /** Title of its test: its path from the folder. */
  readonly title: string;
  readonly file: string;
}

/** Folders without recordings. */
const skipped = new Set(['node_modules', 'test-results', 'playwright-report']);

/**
 * The recordings in a folder and in those below it, skills among them, by name. Other JSON is passed over. A file that is named
 * is taken as one.
 * @throws AppError `not_found` if there is none
 */
export function recordingsIn(source: string): readonly RecordingFile[] {
  if (!existsSync(source)) throw new AppError('not_found', `There is no folder or file ${source}.`);
  if (!statSync(source).isDirectory()) return [{ title: path.parse(source).name, file: source }];
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        name.endsWith('.json') && !name.split(path.sep).some((part) => skipped.has(part) || part.startsWith('.')),
    )
    .sort();
  const found = files.filter((name) => isRecording(path.join(source, name)));
  if (found.length === 0)
    throw new AppError('not_found', `There is no recording in ${source}.`, {
      hint: 'Make one: deskscope record -o FILE.json.',
    });
  return found.map((name) => ({
    title: name.replace(/\.json$/, '').replaceAll(path.sep, '/'),
    file: path.join(source, name),
  }));
}

function isRecording(file: string): boolean {
  try {
    parseRecording(JSON.parse(readFileSync(file, 'utf8')));
    return true;
  } catch {
    return false;
  }
}
