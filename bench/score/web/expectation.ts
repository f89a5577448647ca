import { fact, knownStates, stateFact, stateWord, type Fact } from './told.ts';

/** A line of an expectation of Chromium, with the lines below it. */
export interface Line {
  /** Counted from 1, of the lines that state an element. */
  readonly number: number;
  readonly role: string;
  /** Null if the page's filters leave out names. */
  readonly name: string | null;
  readonly facts: readonly Fact[];
  readonly children: readonly Line[];
}

/** The properties that the page's filters print, in the order in which they apply. */
export type Filters = readonly { readonly pattern: RegExp; readonly prints: boolean }[];

/** Printed without a filter of the page. */
const byDefault = ['name=*', 'check*', 'select*', 'descript*', 'horizontal', 'multiselectable'];

/** The filters that the directives of a page add to those of each page. */
export function filtersIn(html: string): Filters {
  const directives = [...html.matchAll(/@AURALINUX-(ALLOW|ALLOW-EMPTY|DENY):(.*)/gu)];
  return [
    ...byDefault.map((pattern) => ({ pattern: globOf(pattern), prints: true })),
    ...directives.map(([, kind, pattern = '']) => ({ pattern: globOf(pattern.trim()), prints: kind !== 'DENY' })),
  ];
}

const globOf = (pattern: string) =>
  new RegExp(`^${pattern.replaceAll(/[.+?^$(){}|[\]\\]/gu, String.raw`\$&`).replaceAll('*', '.*')}$`, 'u');

const isPrinted = (filters: Filters, property: string) =>
  filters.filter(({ pattern }) => pattern.test(property)).at(-1)?.prints ?? false;

/** Whether only the test's own code brings the page into the state that the expectation describes. */
export const needsSteps = (html: string): boolean =>
  /@(?:EXECUTE-AND-WAIT-FOR|DEFAULT-ACTION-ON|WAIT-FOR|NO-LOAD-EXPECTED|\w+-SCRIPT|SCRIPT)\b|@NO_(?:CHILDREN_)?DUMP/u.test(
    html,
  );

/** @returns the line of the document; null for a file without one, or one that Chromium skips */
export function lineIn(text: string, filters: Filters): Line | null {
  if (text.startsWith('#<skip')) return null;
  const open: { depth: number; line: Line & { children: Line[] } }[] = [];
  let number = 0;
  let root: Line | null = null;
  for (const row of text.split('\n')) {
    const [, plus = '', role, rest = ''] = /^(\+*)\[([^\]]+)\](.*)$/u.exec(row) ?? [];
    if (!role) continue;
    const line = { ...statedIn(role, rest.trim(), filters), number: ++number, role, children: [] };
    while ((open.at(-1)?.depth ?? -1) >= plus.length) open.pop();
    open.at(-1)?.line.children.push(line);
    root ??= line;
    open.push({ depth: plus.length, line });
  }
  return root;
}

const relations = [
  'label-for',
  'labelled-by',
  'controller-for',
  'controlled-by',
  'member-of',
  'node-child-of',
  'node-parent-of',
  'flows-to',
  'flows-from',
  'popup-for',
  'description-for',
  'described-by',
  'details',
  'details-for',
  'error-message',
  'error-for',
];

function statedIn(role: string, rest: string, filters: Filters): Pick<Line, 'name' | 'facts'> {
  const take = (pattern: RegExp) => {
    const found = pattern.exec(rest);
    if (found) rest = rest.replace(found[0], ' ');
    return found?.[1];
  };
  const facts: Fact[] = [fact('role', role, (told) => told.role)];
  const named = take(/name='(.*?)'(?=$| )/u);
  const described = take(/description='(.*?)'(?=$| )/u);
  const actions = take(/actions=\((.*?)\)/u);
  const cell = take(/\((row=\d+, col=\d+.*?)\)/u);
  const name = isPrinted(filters, `name='${named ?? ''}'`) ? plain(named ?? '') : null;
  if (name !== null) facts.push(fact('name', name, (told) => told.name));
  if (isPrinted(filters, `description='${described ?? ''}'`))
    facts.push(fact('description', plain(described ?? ''), (told) => told.description));
  for (const action of actions?.split(', ') ?? [])
    facts.push(fact(`action ${action}`, true, (told) => told.actions.includes(action)));
  if (cell) facts.push(fact('cell', cellIn(cell), (told) => told.cell));
  rest = rest.replaceAll(/headers=\(.*?\);|spans=\(.*?\)$|caption=\w+;/gu, ' ');
  const words = wordsIn(rest);
  for (const word of words) facts.push(...factsOf(word));
  for (const state of knownStates)
    if (!words.includes(state) && isPrinted(filters, state)) facts.push(...absent(state, words));
  return { name, facts };
}

/** The words of a line; what follows an attribute without being one is part of its value. */
function wordsIn(text: string): readonly string[] {
  const words: string[] = [];
  for (const word of text.match(/\S+=\[.*?\]|\S+/gu) ?? []) {
    const last = words.at(-1);
    if (last?.includes(':') && !/[:=]/u.test(word)) words[words.length - 1] = `${last} ${word}`;
    else words.push(word);
  }
  return words;
}

/** The state is not stated: nor may the engine's word for it be told, unless another state means the same. */
const absent = (state: string, words: readonly string[]): readonly Fact[] =>
  words.some((word) => stateWord(word) === stateWord(state))
    ? []
    : [stateFact(state, false)].flatMap((each) => each ?? []);

function factsOf(word: string): readonly Fact[] {
  const [, relation = '', targets] = /^([a-z-]+)(?:=\[(.*)\])?$/u.exec(word) ?? [];
  if (relations.includes(relation)) {
    const type = relation.replaceAll('-', ' ');
    const count = targets?.split(',').length;
    return [fact(`relation ${type}`, true, (told) => (told.relations[type]?.length ?? 0) >= (count ?? 1))];
  }
  const [, key = '', separator, value = ''] = /^([a-z_-]+)([:=])(.*)$/u.exec(word) ?? [];
  if (separator === ':') return [fact(`attribute ${key}`, value, (told) => told.attributes[key])];
  if (separator === '=') return numberOf(key, Number(value));
  return [stateFact(word, true)].flatMap((each) => each ?? []);
}

function numberOf(key: string, value: number): readonly Fact[] {
  switch (key) {
    case 'current':
    case 'minimum':
    case 'maximum':
      // Printed with the precision of a float, and as 0 what the app does not tell.
      return [fact(key, Math.fround(value), (told) => told.range && Math.fround(told.range[key] ?? 0))];
    case 'rows':
      return [fact('rows', value, (told) => told.table?.rows)];
    case 'cols':
      return [fact('columns', value, (told) => told.table?.columns)];
    case 'character_count':
      return [fact('number of characters', value, (told) => told.characters)];
    default:
      return [];
  }
}

function cellIn(text: string) {
  const number = (key: string) => Number(new RegExp(`${key}=(\\d+)`, 'u').exec(text)?.[1]);
  return { row: number('row'), column: number('col'), rowSpan: number('row_span'), columnSpan: number('col_span') };
}

/** Line breaks are written as a tag, and what is not ASCII as in addresses. */
function plain(text: string): string {
  const broken = text.replaceAll('<newline>', '\n');
  return /%[0-9A-F]{2}/u.test(broken) ? decodeURIComponent(broken) : broken;
}
