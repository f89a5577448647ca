import koffi from 'koffi';
import { controlTypeIds } from '../com/generated/ids.ts';
import { closeHandle } from '../native/handles.ts';
import { createFileMapping, mapViewOfFile, unmapViewOfFile } from '../native/shared-memory.ts';
import type { Handle } from '../native/types.ts';

/** PAGE_READWRITE and FILE_MAP_ALL_ACCESS of winnt.h; memory of no file; its size in written-node.cpp. */
const [readWrite, allAccess, noFile, mostBytes] = [0x04, 0xf001f, -1, 1 << 20] as const;

/** Properties of a node besides type and name, and their letters in written-node.cpp. */
const letters: Readonly<Record<string, string>> = {
  raw: 'r',
  control: 'c',
  hides: 'h',
  password: 'p',
  disabled: 'd',
  off: 't',
  on: 'T',
  unselected: 's',
  selected: 'S',
  collapsed: 'e',
  expanded: 'E',
  editable: 'v',
  readonly: 'V',
  invoke: 'i',
};

/**
 * A tree as tests write it, for the fixture: a node to a line, two spaces deeper than its parent, each a control type, a name in
 * quotes and what else is to be said: `#id`, `role=word`, `class=word`, `value=word`, and words of the list above.
 *
 *   List "Fruit" #fruit
 *     ListItem "Pear" selected
 *       Text "Pear" raw
 */
export function linesOf(written: string): string {
  const lines = written.split('\n').filter((line) => line.trim() !== '');
  const margin = Math.min(...lines.map((line) => line.search(/\S/)));
  return lines.map((line) => fieldsOf(line, margin).join('\t')).join('\n');
}

function fieldsOf(line: string, margin: number): readonly string[] {
  const [, type = '', name = '', rest = ''] = /^\s*(\w+)(?: "([^"]*)")?(.*)$/.exec(line) ?? [];
  const ids: Readonly<Record<string, number | undefined>> = controlTypeIds;
  const id = ids[type];
  const words = rest.split(/\s+/).filter((word) => word !== '');
  const reported = (key: string) =>
    words
      .find((word) => word.startsWith(`${key}=`))
      ?.slice(key.length + 1)
      .replaceAll('_', ' ') ?? '';
  const flags = words.filter((word) => !/^#|=/.test(word)).map((word) => letters[word]);
  if (id === undefined || flags.includes(undefined)) throw new Error(`No such node can be written: ${line}`);
  const depth = (line.search(/\S/) - margin) / 2;
  const automationId = words.find((word) => word.startsWith('#'))?.slice(1) ?? '';
  return [
    String(depth),
    String(id),
    flags.join(''),
    name,
    automationId,
    reported('role'),
    reported('class'),
    reported('value'),
  ];
}

/** The memory from which the fixture reads the tree, in any process. */
export class WrittenTree {
  readonly #mapping: Handle;
  readonly #view: unknown;
  readonly #units: Uint16Array;

  constructor() {
    this.#mapping = createFileMapping(noFile, null, readWrite, 0, mostBytes, 'Local\\DeskscopeUiaTree');
    this.#view = mapViewOfFile(this.#mapping, allAccess, 0, 0, mostBytes);
    this.#units = new Uint16Array(koffi.view(this.#view, mostBytes));
  }

  /** Returns the number of characters. */
  write(text: string): number {
    for (let index = 0; index < text.length; index++) this.#units[index] = text.charCodeAt(index);
    return text.length;
  }

  close(): void {
    unmapViewOfFile(this.#view);
    closeHandle(this.#mapping);
  }
}
