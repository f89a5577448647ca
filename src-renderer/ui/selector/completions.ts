import { formatSelector, selectorKeys } from '#contract/model/elements/selector';

/** Values that occur in the window. */
export interface Vocabulary {
  readonly roles: readonly string[];
  readonly names: readonly string[];
  readonly ids: readonly string[];
}

export interface Completion {
  /** The whole line with the completion. */
  readonly line: string;
  readonly shown: string;
  readonly help: string;
}

const most = 8;

/** Completions of a selector being written: a key, or a value of the current one. */
export function completionsFor(line: string, words: Vocabulary): readonly Completion[] {
  return (valuesFor(line, words) ?? keysFor(line)).slice(0, most);
}

function valuesFor(line: string, words: Vocabulary): readonly Completion[] | null {
  const [begun, key, value] = /([a-z]+~?)=(?:"((?:[^"\\]|\\.)*)|([^\s"]*))$/.exec(line) ?? [];
  const known = selectorKeys.find((one) => one.key === key);
  if (begun === undefined || !known) return null;
  const needle = (value ?? begun.slice(begun.indexOf('=') + 1)).toLowerCase();
  const before = line.slice(0, line.length - begun.length);
  return valuesOf(known.field, words)
    .filter((word) => word.toLowerCase().includes(needle) && word !== '' && word.toLowerCase() !== needle)
    .map((word) => ({ line: `${before}${formatSelector([{ [known.field]: word }])} `, shown: word, help: '' }));
}

/** Keys that are not an element's property. */
const withoutWords: readonly string[] = ['nth', 'path', 'description', 'text', 'picture'];

function valuesOf(field: (typeof selectorKeys)[number]['field'], words: Vocabulary): readonly string[] {
  if (field === 'role') return words.roles;
  if (field === 'id') return words.ids;
  return withoutWords.includes(field) ? [] : words.names;
}

function keysFor(line: string): readonly Completion[] {
  const [, begun] = /(?:^|\s)([a-z]*~?)$/.exec(line) ?? [];
  if (begun === undefined) return [];
  const before = line.slice(0, line.length - begun.length);
  return selectorKeys
    .filter(({ key }) => key.startsWith(begun))
    .map(({ key, help }) => ({ line: `${before}${key}=`, shown: `${key}=`, help }));
}
