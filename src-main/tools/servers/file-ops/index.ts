import { z } from 'zod';
import { placeIn } from '../../../base/restricted-files/folder.ts';
import { AppError } from '#contract/errors';
import { quoted, quotedLines } from '#contract/foreign-text';
import type { Settings } from '#contract/model/settings';
import { beginningWithin, charactersField, costOfQuoted, partNote } from '../../answers/part-of-text.ts';
import { offsetField, pageOf } from '../../answers/page.ts';
import { defineTool } from '../../define-tool.ts';

/** The user's own files, in allowed folders; nothing else on the disk is reachable. */
const server = { namespace: 'file_ops', shows: 'names' } as const;
const acting = {
  ...server,
  type: 'action',
  effect: 'act',
  reach: { actsIn: () => ({ id: null, title: '', app: server.namespace }) },
} as const;
const pathField = (what: string) =>
  z.string().describe(`The whole path of ${what}, in a folder that the user allowed.`);
const replaceField = z.boolean().default(false).describe('Replace a file that is there already; else it is an error.');

const listFolder = defineTool({
  ...server,
  name: 'list_folder',
  type: 'data_collection',
  effect: 'observe',
  title: 'List a folder',
  description:
    'List the files and folders in a folder that the user allowed, with size and time; without a path, the folders that are allowed.',
  input: z.object({ path: pathField('a folder').optional(), offset: offsetField('entries') }),
  check({ path }, { allowedFolders }) {
    if (path !== undefined) placeIn(allowedFolders, path);
  },
  async run({ userFiles, settings, room }, { path, offset }) {
    const all =
      path === undefined
        ? settings.allowedFolders.map((name) => ({ name, kind: 'folder', size: null, modified: '' }))
        : await userFiles.list(path);
    const row = (data: (typeof all)[number]) => ({
      data,
      text: `${data.kind} ${quoted(data.name)}${data.size === null ? '' : ` ${data.size} bytes`} ${data.modified}`.trimEnd(),
    });
    const page = pageOf(all, row, { what: 'entries', offset, room });
    const nothing = path === undefined ? 'The user allowed no folder.' : 'The folder is empty.';
    return {
      text: page.items.map(({ text }) => text).join('\n') || (page.note ?? nothing),
      data: page.items.map(({ data }) => data),
      ...(page.note && { note: page.note }),
    };
  },
});

const readFile = defineTool({
  ...server,
  name: 'read_file',
  type: 'data_collection',
  effect: 'observe',
  title: 'Read a text file',
  description: 'Read a text file (UTF-8) in a folder that the user allowed; a long one comes a part at a time.',
  input: z.object({ path: pathField('a file'), offset: charactersField }),
  check: inAllowed,
  async run({ userFiles, room }, { path, offset }) {
    const bytes = await userFiles.read(path);
    const whole = decoded(bytes, path);
    const text = beginningWithin(whole.slice(offset), room, costOfQuoted);
    const note = partNote(offset, text.length, whole.length);
    return {
      text: `${quoted(path)} has ${bytes.length} bytes:\n${quotedLines(text)}`,
      data: { path, bytes: bytes.length, text },
      ...(note && { note }),
    };
  },
});

const writeFile = defineTool({
  ...acting,
  name: 'write_file',
  title: 'Write a text file',
  description: 'Write a text file (UTF-8) in a folder that the user allowed. Its folder must exist.',
  input: z.object({ path: pathField('the file'), text: z.string(), replace: replaceField }),
  sentence: ({ path, text, replace }) =>
    `${replace ? 'Write or replace' : 'Write'} the file ${quoted(path, Infinity)} with ${quoted(text)}`,
  check: inAllowed,
  async run({ userFiles }, { path, text, replace }) {
    const content = Buffer.from(text, 'utf8');
    await userFiles.write(path, content, { replace });
    const data = { path, bytes: content.length };
    return { text: `Wrote ${content.length} bytes to ${quoted(path)}.`, data };
  },
});

const moveFile = defineTool({
  ...acting,
  name: 'move_file',
  title: 'Move a file or folder',
  description: 'Move or rename a file or a folder, from and to folders that the user allowed.',
  input: z.object({
    path: pathField('what is moved'),
    new_path: pathField('where it should be'),
    replace: replaceField,
  }),
  sentence: ({ path, new_path, replace }) =>
    `Move ${quoted(path, Infinity)} to ${quoted(new_path, Infinity)}${replace ? ' and replace what is there' : ''}`,
  check({ path, new_path }, { allowedFolders }) {
    placeIn(allowedFolders, path);
    placeIn(allowedFolders, new_path);
  },
  async run({ userFiles }, { path, new_path, replace }) {
    await userFiles.move(path, new_path, { replace });
    return { text: `Moved ${quoted(path)} to ${quoted(new_path)}.`, data: { path, new_path } };
  },
});

export const fileOps = [listFolder, readFile, writeFile, moveFile];

function inAllowed({ path }: { readonly path: string }, { allowedFolders }: Settings): void {
  placeIn(allowedFolders, path);
}

function decoded(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('file_error', `${quoted(path)} is not UTF-8 text.`, {
      hint: 'Only text files can be read. Open others in their app.',
      cause,
    });
  }
}
