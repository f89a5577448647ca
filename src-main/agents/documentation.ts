import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Characters of a file that a model is told. */
const most = 8_000;

/** What a folder of Markdown says of a program; empty where it says nothing. */
export async function documentationOf(folder: string | undefined, root: string): Promise<string> {
  const name = path.basename(root).replace(/\.exe$/i, '');
  if (folder === undefined || !/^[\w.+-]+$/.test(name)) return '';
  const text = await readFile(path.join(folder, `${name}.md`), 'utf8').catch(() => '');
  return text.trim() === '' ? '' : `Documentation of the application:\n${text.slice(0, most)}`;
}
