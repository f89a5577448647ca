import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { element, type FakeElement } from '../../engine/backends/fake/element.ts';
import { agentTools } from '../registry.ts';
import { createClientBench, resultText, type CallResult, type ClientBench } from '../../mcp/testing/client.ts';
import { callsOf, type Call, type Named } from '../testing/every-call.ts';
import { mostTokens } from './room.ts';
import { tokensIn } from './tokens.ts';

const long = 'A name that does not end, with 日本語, “quotes” and 🙂 in it. '.repeat(80);
const megabyte = Array.from({ length: 20_000 }, (_, at) => `Line ${at} of a text that is a megabyte long.`).join('\n');
const [windows, siblings, columns, rows] = [320, 500, 10, 40];
/** They read pixels, or wait for a program; ocr-result.test.ts and the final bound of every answer cover them. */
const slow = new Set(['read_screen_text', 'read_element_text', 'parse_screen', 'run_shell', 'launch_app']);
const place: readonly [number, number, number, number] = [10, 10, 80, 20];

let bench: ClientBench;
let named: Named;
beforeAll(async () => {
  bench = await createClientBench({ settings: { allowedCommands: ['notes'] } });
  for (let at = 0; at < windows; at++)
    open(`Window ${at} ${at % 50 === 0 ? long : ''}`, element({ controlType: 'Window' }));
  open(`Huge ${long}`, hugeTree());
  const { items } = await bench.engine.listWindows({});
  const window = items.find(({ title }) => title.startsWith('Huge'))!;
  const edit = await bench.engine.find({ window: window.id, selector: 'role=Edit' });
  named = {
    handle: window.id,
    title: window.title,
    app: 'huge',
    ref: edit.matches[0]!.id,
    selector: 'role=Edit',
    name: long,
    at: { x: window.bounds.x + 20, y: window.bounds.y + 60 },
  };
  // From now on the client checks every structure against its tool's schema.
  await bench.client.listTools();
}, 60_000);
afterAll(() => bench.close());

function open(title: string, root: FakeElement): void {
  bench.fake.desktop.open({
    title,
    app: 'huge',
    className: long,
    content: { x: 300, y: 200, width: 400, height: 300 },
    root,
  });
}

function hugeTree(): FakeElement {
  const cells = Array.from({ length: rows * columns }, (_, at) =>
    element({ controlType: 'DataItem', name: at % 150 === 0 ? long : `Cell ${at}`, at: place }),
  );
  const items = Array.from({ length: siblings }, (_, at) =>
    element({ controlType: 'ListItem', name: at % 400 === 0 ? long : `Row ${at}`, id: `row-${at}`, at: place }),
  );
  return element({
    controlType: 'Window',
    name: `Huge ${long}`,
    children: [
      element({ controlType: 'Edit', name: long, id: long, description: long, value: megabyte, at: [10, 20, 200, 40] }),
      element({ controlType: 'Button', name: long, at: [10, 70, 80, 20], states: ['focusable'] }),
      element({ controlType: 'Button', name: long, at: [10, 100, 80, 20] }),
      element({ controlType: 'Table', name: 'Table', id: 'table', columns, at: [10, 200, 200, 60], children: cells }),
      element({ controlType: 'List', name: 'List', id: 'list', at: [10, 260, 200, 60], children: items }),
    ],
  });
}

/** In tokens: the text of an answer, and its structure. */
function sizeOf(answer: CallResult): readonly [text: number, structure: number] {
  const { structuredContent } = answer;
  return [tokensIn(resultText(answer)), structuredContent ? tokensIn(JSON.stringify(structuredContent)) : 0];
}

/** Everything named; as much as there is; what fits many. */
function asked({ handle, ref, selector, name }: Named): readonly Call[] {
  const window = { handle };
  return [
    { window, handle, selector, id: '1', name, app: 'huge', element: ref, windowHandle: handle },
    { window: handle, windowHandle: handle, element: ref, elementId: ref, parent: ref, parentElementId: ref },
    { window: handle, windowHandle: handle, selector: 'role=Table' },
    {
      window: handle,
      windowHandle: handle,
      limit: 500,
      max_elements: 5_000,
      max_characters: 1_000_000,
      max_depth: 200,
    },
    { window, selector: 'role=DataItem', limit: 20_000, max_nodes: 50_000 },
    { title: 'Window', window: 'Window', windowHandle: 'Window' },
    {},
  ];
}

async function select(): Promise<void> {
  const window = { handle: named.handle };
  await bench.call('get_app_window_controls_info', { window });
}

/** The offset in an answer's note; null on the last page. */
function nextOf(answer: CallResult): Readonly<Record<string, number>> | null {
  const [, field = '', value] =
    /(?:Next page:|come with|ask with) (offset|first_row|first_column) (\d+)/.exec(resultText(answer)) ?? [];
  return value === undefined ? null : { [field]: Number(value) };
}

/** All pages, following the notes. */
async function pagesOf(name: string, parameters: object): Promise<readonly CallResult[]> {
  const pages: CallResult[] = [];
  for (let next: object | null = {}; next; next = nextOf(pages.at(-1)!)) {
    const answer = await bench.call(name, { ...parameters, ...next });
    expect(answer.isError, resultText(answer).slice(0, 300)).toBeFalsy();
    expect(Math.max(...sizeOf(answer))).toBeLessThan(mostTokens);
    pages.push(answer);
  }
  return pages;
}

const listOf = (answer: CallResult) =>
  answer.structuredContent!['result'] as readonly Readonly<Record<string, unknown>>[];
const whole = async (name: string, parameters: object) =>
  (await bench.run(name, parameters)) as { result: { data: unknown } };
/** A short window of its own, which is read once for every page. */
const rowsWindow = () => ({ handle: bench.fake.desktop.windows.find(({ title }) => title === 'Rows')!.id });

describe('the pages of a list are the list, without gaps or doubles', () => {
  beforeAll(() => {
    const items = Array.from({ length: 290 }, (_, at) =>
      element({ controlType: 'ListItem', name: `Row ${at}`, at: place }),
    );
    const inner = element({ controlType: 'List', name: 'Rows', children: items, at: place });
    const cells = Array.from({ length: 120 }, (_, at) => element({ controlType: 'DataItem', name: cell(at) }));
    const table = element({ controlType: 'Table', name: 'Cells', columns: 60, children: cells, at: place });
    const long = Array.from({ length: 100 }, (_, at) => element({ controlType: 'DataItem', name: cell(at) }));
    const lines = element({ controlType: 'Table', name: 'Lines', columns: 5, children: long, at: place });
    const group = element({ controlType: 'Group', name: 'Deep', children: [inner, table, lines], at: place });
    open('Rows', element({ controlType: 'Window', name: 'Rows', children: [group] }));
  });

  it.each([
    ['list_windows', 'handle'],
    ['get_desktop_app_info', 'id'],
    ['get_desktop_app_target_info', 'id'],
  ])('of %s', async (name, key) => {
    const pages = await pagesOf(name, {});
    expect(pages.length).toBeGreaterThan(1);
    const all = (await whole(name, {})).result.data as readonly Readonly<Record<string, unknown>>[];
    expect(pages.flatMap(listOf).map((row) => row[key])).toEqual(all.map((row) => row[key]));
  });

  it('of list_apps, whose windows go on', async () => {
    const pages = await pagesOf('list_apps', {});
    const handles = pages
      .flatMap(listOf)
      .flatMap((app) => (app['windows'] as { handle: string }[]).map((one) => one.handle));
    const { items } = await bench.engine.listWindows({ everyDesktop: true });
    expect([...handles].sort()).toEqual(items.map(({ id }) => id).sort());
  });

  it('of the controls of a window', async () => {
    const pages = await pagesOf('get_app_window_controls_info', { window: rowsWindow() });
    expect(pages.length).toBeGreaterThan(1);
    const ids = pages.flatMap(listOf).map((row) => row['label']);
    expect(ids).toEqual(ids.map((_, at) => String(at + 1)));
    expect(pages.flatMap(listOf).filter((row) => row['control_type'] === 'ListItem')).toHaveLength(290);
  });

  it('of a search', async () => {
    const pages = await pagesOf('find_element', { window: rowsWindow().handle, control_type: 'ListItem' });
    const names = pages
      .flatMap((page) => page.structuredContent!['elements'] as { name: string }[])
      .map(({ name }) => name);
    expect(names).toEqual(Array.from({ length: 290 }, (_, at) => `Row ${at}`));
  });

  it('of a snapshot, each of which reports what it begins in', async () => {
    const pages = await pagesOf('snapshot', { window: rowsWindow().handle });
    const names = pages.flatMap((page) =>
      [...resultText(page).matchAll(/ListItem “(Row \d+)”/g)].map(([, name]) => name),
    );
    expect(names).toEqual(Array.from({ length: 290 }, (_, at) => `Row ${at}`));
    expect(resultText(pages[1]!)).toMatch(/\nInside \[e\d+\] (List|Table)/);
  });

  it('of the trees, which hang together by their ids', async () => {
    const ours = await pagesOf('get_tree', { window: rowsWindow().handle });
    const ids = idsIn(
      ours.map((page) => page.structuredContent!['elements']),
      'elementId',
    );
    const { root } = await bench.engine.tree({ window: rowsWindow().handle, view: 'control', depth: 3 });
    expect(ids).toEqual(idsIn(root, 'id'));
    const ufo = await pagesOf('get_ui_tree', { window: rowsWindow() });
    expect(ufo.length).toBeGreaterThan(2);
    const all = (await whole('get_ui_tree', { window: rowsWindow() })).result.data;
    expect(
      idsIn(
        ufo.map((page) => page.structuredContent),
        'id',
      ),
    ).toEqual(idsIn(all, 'id'));
  });

  it('of a table longer than an answer, by rows', async () => {
    const pages = await pagesOf('read_table', { window: rowsWindow().handle, selector: 'name="Lines"' });
    expect(pages.length).toBeGreaterThan(1);
    expect(resultText(pages[0]!)).not.toContain('Long texts are cut');
    const seen = pages.flatMap((page) => page.structuredContent!['rows'] as string[][]);
    expect(seen.flat()).toEqual(Array.from({ length: 95 }, (_, at) => cell(5 + at)));
  });

  it('of a table wider than an answer, by rows and columns', async () => {
    const table = { window: rowsWindow().handle, selector: 'name="Cells"', max_rows: 1 };
    const seen: string[] = [];
    for (let first: number | undefined = 0; first !== undefined;) {
      const answer = await bench.call('read_table', { ...table, first_column: first });
      const { rows: part } = answer.structuredContent as { rows: string[][] };
      seen.push(...part.flat());
      const [, next] = /ask with first_column (\d+)/.exec(resultText(answer)) ?? [];
      first = next === undefined ? undefined : Number(next);
    }
    // of the calls, newest first
    expect(seen).toEqual(Array.from({ length: 60 }, (_, at) => cell(60 + at)));
  });

  it('of a text of a megabyte, complete', async () => {
    for (let count = 0; count < 60; count++) await bench.call('wait', { seconds: 0 });
    const numbers = (await pagesOf('list_calls', { limit: 1_000 })).flatMap((page) =>
      listOf(page)
        .map((call) => call['call'] as number)
        .reverse(),
    );
    expect(numbers.length).toBeGreaterThan(60);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => b - a));
    expect(numbers.at(-1)).toBe(1);
  });

  it('of a text of a megabyte, to the letter', async () => {
    const edit = { window: rowsWindow().handle };
    const [label] = await labelled();
    const parts = await pagesOf('get_text', { ...edit, element: label });
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.map((page) => page.structuredContent!['text']).join('')).toBe(text);
    const texts = await pagesOf('texts', { window: rowsWindow(), selector: 'role=Document' });
    expect(texts.map((page) => (page.structuredContent!['result'] as string[])[0]).join('')).toBe(text);
  });
});

describe('resources and prompts', () => {
  it('are listed page by page', async () => {
    const uris: string[] = [];
    let cursor: string | undefined;
    do {
      const page: { nextCursor?: string | undefined; resources: { uri: string }[] } = await bench.client.request({
        method: 'resources/list',
        params: cursor === undefined ? {} : { cursor },
      });
      expect(tokensIn(JSON.stringify(page))).toBeLessThan(mostTokens);
      uris.push(...page.resources.map(({ uri }) => uri));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    const { items } = await bench.engine.listWindows({ everyDesktop: true });
    expect(uris).toHaveLength(3 + 2 * items.length);
    expect(new Set(uris).size).toBe(uris.length);
    const wrong = bench.client.request({ method: 'resources/list', params: { cursor: 'x' } });
    await expect(wrong).rejects.toThrow('none of those that were given out');
  });

  it('report omissions besides the content', async () => {
    for (const uri of ['desktop://windows', `desktop://windows/${named.handle}/tree`]) {
      const { contents } = await bench.client.readResource({ uri });
      const [json, note] = contents.map((part) => ('text' in part ? part.text : ''));
      expect(() => JSON.parse(json!) as unknown).not.toThrow();
      expect(tokensIn(json!)).toBeLessThan(mostTokens);
      expect(note).toMatch(/^Of the tool (list_windows|get_ui_tree): Showing .* Next page: offset \d+/);
    }
    for (const [name, given] of [
      ['open_windows', {}],
      ['work_in_window', { window: named.handle }],
    ] as const) {
      const { messages } = await bench.client.getPrompt({ name, arguments: given });
      const [{ content }] = messages as [(typeof messages)[number]];
      expect(tokensIn(content.type === 'text' ? content.text : '')).toBeLessThan(mostTokens);
      expect(content.type === 'text' && content.text).toMatch(/list_windows has them|Next page: offset \d+/);
    }
  });
});

const text = `${'🙂'.repeat(3_000)}\u0007\n${megabyte.slice(0, 30_000).trim()}`;
const cell = (at: number) => `Cell ${at}${', which says more than a number'.repeat(4)}`;

/** Ids of elements with the long text, opened now. */
async function labelled(): Promise<readonly string[]> {
  const { root } = bench.fake.desktop.windows.find(({ title }) => title === 'Rows')!;
  root.children = [...root.children, element({ controlType: 'Document', value: text, at: place })];
  const { matches } = await bench.engine.find({ window: rowsWindow().handle, selector: 'role=Document' });
  return matches.map(({ id }) => id);
}

/** Every value of this field, without duplicates, in order. */
function idsIn(value: unknown, field: string): readonly string[] {
  const found = new Set<string>();
  const look = (one: unknown): void => {
    if (typeof one !== 'object' || one === null) return;
    const id = (one as Record<string, unknown>)[field];
    if (typeof id === 'string') found.add(id);
    Object.values(one).forEach(look);
  };
  look(value);
  return [...found];
}

// Last, since it closes windows.
describe('every answer of every tool', () => {
  it('is under 8,000 tokens, in text and structure, and matches the schema of its tool', async () => {
    const tooLarge: string[] = [];
    const full = new Set<string>();
    const last = ['close_window', 'close_app'];
    for (const tool of [...agentTools].sort((a, b) => last.indexOf(a.name) - last.indexOf(b.name))) {
      if (slow.has(tool.name)) continue;
      if (tool.namespace === 'AppUIExecutor') await select();
      for (const parameters of callsOf(tool, named, asked)) {
        const [text, structure] = sizeOf(await bench.call(tool.name, parameters));
        if (Math.max(text, structure) >= mostTokens) {
          tooLarge.push(`${tool.name} ${JSON.stringify(parameters).slice(0, 80)}: ${text}, ${structure}`);
        }
        if (Math.max(text, structure) > mostTokens / 2) full.add(tool.name);
      }
    }
    expect(tooLarge).toEqual([]);
    // Tools with long answers; the others prove nothing.
    expect([...full]).toEqual(
      expect.arrayContaining([
        'get_desktop_app_info',
        'get_app_window_controls_info',
        'get_ui_tree',
        'list_windows',
        'list_apps',
        'snapshot',
        'find_element',
        'get_text',
        'get_tree',
        'get_element',
        'read_table',
        'list_calls',
        'ui_automation',
        'texts',
        'close_app',
      ]),
    );
  }, 300_000);
});
