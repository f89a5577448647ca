import path from 'node:path';
import { readInside } from '../../base/files/ordinary-file.ts';

/** Characters of a file that a model is told. */
const most = 8_000;
const mostBytes = 1_000_000;

/**
 * What a folder of Markdown says of a program; empty where it says nothing. A folder may be a stranger's: links in it, which may
 * lead to what no model should know, are not followed.
 */
export async function documentationOf(folder: string | undefined, root: string): Promise<string> {
  const name = path.basename(root).replace(/\.exe$/i, '');
  if (folder === undefined || !/^[\w.+-]+$/.test(name)) return '';
  const text = (await readInside(folder, `${name}.md`, mostBytes))?.toString('utf8') ?? '';
  return text.trim() === '' ? '' : `Documentation of the application:\n${text.slice(0, most)}`;
}
