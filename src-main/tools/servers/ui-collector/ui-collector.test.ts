import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { element } from '../../../engine/backends/fake/element.ts';
import { createBench, type Bench } from '../../testing/run-tools.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench();
});
afterEach(() => bench.close());

const json = async (tool: string, parameters: unknown = {}) =>
  JSON.parse(await bench.text(tool, parameters)) as unknown;
const calculator = { app: 'calculator' };
const nothingSelected = 'window_not_found: No window is selected， please select a window first.';

async function select(title: string): Promise<void> {
  await bench.text('get_desktop_app_info');
  const [id] = [...bench.session.windows].find(([, window]) => window.title === title)!;
  await bench.text('select_application_window', { id, name: title });
}

describe('the windows of the desktop', () => {
  it('are listed in UFO’s shape, topmost first', async () => {
    const windows = (await json('get_desktop_app_info')) as Record<string, unknown>[];
    expect(windows[0]).toEqual({ id: '1', name: expect.any(String) as string, type: 'Window', kind: 'window' });
    expect(windows.map((window) => window['name'])).toContain('Calculator');
    const targets = (await json('get_desktop_app_target_info')) as Record<string, unknown>[];
    expect(targets[0]).toEqual({ kind: 'window', name: windows[0]!['name'], id: '1', type: 'Window', rect: null });
  });

  it('without a title are omitted by default', async () => {
    const root = element({ controlType: 'Window' });
    bench.fake.desktop.open({
      title: ' ',
      app: 'x',
      className: 'X',
      root,
      content: { x: 0, y: 0, width: 9, height: 9 },
    });
    const names = async (remove_empty: boolean) =>
      ((await json('get_desktop_app_info', { remove_empty })) as { name: string }[]).map((window) => window.name);
    expect(await names(true)).not.toContain(' ');
    expect(await names(false)).toContain(' ');
  });

  it('come from the last list without a refresh', async () => {
    const before = await json('get_desktop_app_info');
    bench.fake.desktop.start('calculator');
    expect(await json('get_desktop_app_info', { refresh_app_windows: false })).toEqual(before);
    expect(await json('get_desktop_app_info')).not.toEqual(before);
  });
});

describe('get_app_window_info', () => {
  it('returns the requested fields, all by default', async () => {
    await select('Calculator');
    const { bounds } = bench.session.selected!;
    expect(await json('get_app_window_info', { field_list: ['control_text', 'control_rect'] })).toEqual({
      control_text: 'Calculator',
      control_rect: [bounds.x, bounds.y, bounds.x + bounds.width, bounds.y + bounds.height],
    });
    const all = (await json('get_app_window_info', { field_list: [] })) as object;
    expect(Object.keys(all)).toEqual(expect.arrayContaining(['control_type', 'control_class', 'process_id', 'source']));
  });

  it('refuses a field that does not exist', async () => {
    await select('Calculator');
    expect(await bench.failure('get_app_window_info', { field_list: ['nope'] })).toMatch(
      /“field_list\.0”: .*control_type/,
    );
  });
});

describe('the controls of a window', () => {
  it('are numbered in tree order: enabled, on screen, of an operable type', async () => {
    await select('Form');
    const list = (await json('get_app_window_controls_info', { field_list: ['control_text', 'control_type'] })) as {
      label: string;
      control_text: string;
      control_type: string;
    }[];
    expect(list.map((one) => one.label)).toEqual(list.map((_, index) => String(index + 1)));
    expect(list.map((one) => one.control_text)).toEqual(
      expect.arrayContaining(['Send', 'Newsletter', 'Remove', 'Volume']),
    );
    expect(list.map((one) => one.control_text)).not.toContain('Never');
    expect(list.map((one) => one.control_text)).not.toContain('Blue');
    const targets = (await json('get_app_window_controls_target_info')) as {
      id: string;
      name: string;
      rect: number[];
    }[];
    expect(targets.map(({ id, name }) => [id, name])).toEqual(list.map((one) => [one.label, one.control_text]));
    const [left, top, right, bottom] = targets.find((target) => target.name === 'Send')!.rect as [
      number,
      number,
      number,
      number,
    ];
    expect([right - left, bottom - top]).toEqual([90, 30]);
    const window = { title: 'Form', app: 'form', pid: expect.any(Number) as number };
    for (const one of [...list, ...targets]) expect(one).toMatchObject({ window });
    expect(await json('get_ui_tree')).toMatchObject({ window });
  });

  it('have a note if the list is cut', async () => {
    const text = await bench.text('get_app_window_controls_info', { limit: 2, window: calculator });
    expect(text).toMatch(/Showing controls 1 to 2 of \d+. Next page: offset 2\.$/);
    const next = await bench.text('get_app_window_controls_info', { limit: 1, offset: 1, window: calculator });
    expect(JSON.parse(next.split('\n')[0]!)).toEqual((JSON.parse(text.split('\n')[0]!) as unknown[]).slice(1));
    const none = await bench.text('get_app_window_controls_info', { offset: 999, window: calculator });
    expect(none).toMatch(/There are \d+ controls, none of them after the first 999\.$/);
  });

  it('are dropped when another window is selected', async () => {
    await select('Form');
    await bench.text('get_app_window_controls_info');
    expect(bench.session.controls.size).toBeGreaterThan(5);
    await select('Calculator');
    expect(bench.session.controls.size).toBe(0);
  });
});

describe('get_ui_tree', () => {
  interface Node {
    readonly id: string;
    readonly level: number;
    readonly children: readonly Node[];
    readonly relative_rectangle: Record<string, number> | null;
  }

  it('numbers the nodes in tree order, with rectangles relative to the window', async () => {
    const root = (await json('get_ui_tree', { window: calculator })) as Node;
    expect(root).toMatchObject({
      id: 'node_0',
      name: 'Calculator',
      control_type: 'Window',
      level: 0,
      adjusted_rectangle: { left: 0, top: 0 },
      relative_rectangle: { left: 0, top: 0, right: 1, bottom: 1 },
    });
    const flat: Node[] = [];
    const visit = (node: Node) => {
      flat.push(node);
      node.children.forEach(visit);
    };
    visit(root);
    expect(flat.map((node) => node.id)).toEqual(flat.map((_, index) => `node_${index}`));
    expect(root.children[0]!.level).toBe(1);
  });

  it('reports where it was cut', async () => {
    expect(await bench.text('get_ui_tree', { window: calculator, max_nodes: 3 })).toContain(
      'The tree was cut by nodes',
    );
  });

  it.each(['get_ui_tree', 'get_app_window_controls_info'])('%s explains why a window has no elements', async (tool) => {
    await select('Calculator');
    bench.fake.faults.set('deaf', 'tree');
    expect(await bench.text(tool)).toContain('calculator offers no accessible elements. Work with pictures');
  });
});

describe('screenshots', () => {
  it('are pictures with their place in words', async () => {
    const outcome = await bench.run('capture_window_screenshot', { window: calculator });
    expect(outcome.ok && outcome.result.text).toMatch(/^Screenshot of the window “Calculator”: screen pixels /);
    expect(outcome.ok && [...outcome.result.image!.bytes.slice(1, 4)]).toEqual([...Buffer.from('PNG')]);
    for (const all_screens of [true, false]) {
      expect(await bench.text('capture_desktop_screenshot', { all_screens })).toContain('0, 0, 1280 × 800');
    }
  });

  it('have boxes with the ids of actions, on request', async () => {
    const plain = await bench.run('capture_window_screenshot', { window: calculator });
    const marked = await bench.run('capture_window_screenshot', { window: calculator, annotate: true });
    const bytes = [plain, marked].map((outcome) => Buffer.from((outcome.ok && outcome.result.image?.bytes) || []));
    expect(bytes[1]!.length).toBeGreaterThan(0);
    expect(bytes[1]!.equals(bytes[0]!)).toBe(false);
    const [id, seven] = [...bench.session.controls].find(([, { name }]) => name === '7')!;
    expect(await bench.text('click_input', { id, name: seven.name })).toContain('executed');
  });
});

it.each([
  'get_app_window_info',
  'get_app_window_controls_info',
  'get_app_window_controls_target_info',
  'get_ui_tree',
  'capture_window_screenshot',
])('%s reports that no window is selected, in UFO’s words, and when it is gone', async (tool) => {
  expect(await bench.failure(tool)).toBe(nothingSelected);
  await select('Calculator');
  bench.fake.desktop.close(bench.fake.desktop.windows.find((window) => window.title === 'Calculator')!);
  expect(await bench.failure(tool)).toBe('window_not_found: The selected window “Calculator” is gone.');
});

describe('controls seen in a picture', () => {
  it('are listed if the caller wants text recognition, named by their text, marked and clicked', async () => {
    let pressed = '';
    const picture = (name: string, at: readonly [number, number, number, number], onInvoke?: () => void) =>
      element({ controlType: 'Image', name, at, ...(onInvoke && { onInvoke }) });
    const root = element({
      controlType: 'Window',
      name: 'Canvas',
      children: [
        element({ controlType: 'Button', at: [20, 20, 60, 30], children: [picture('Paint', [20, 20, 60, 30])] }),
        picture('Erase all', [20, 80, 120, 30], () => (pressed = 'Erase all')),
      ],
    });
    bench.fake.desktop.open({
      title: 'Canvas',
      app: 'canvas',
      className: 'Canvas',
      root,
      content: { x: 30, y: 400, width: 240, height: 160 },
    });
    const window = { title: 'Canvas' };
    const list = 'get_app_window_controls_target_info';
    expect(await json(list, { window })).toMatchObject([{ id: '1', type: 'Button', name: '' }]);
    expect(await json(list, { window, read_text: true })).toMatchObject([
      { id: '1', type: 'Button', name: 'Paint' },
      { id: '2', type: 'Text', name: 'Erase all', source: 'picture' },
    ]);
    const bytes = async (parameters: object) => {
      const outcome = await bench.run('capture_window_screenshot', { window, ...parameters });
      return Buffer.from((outcome.ok && outcome.result.image?.bytes) || []);
    };
    expect((await bytes({ marks: ['2'] })).equals(await bytes({}))).toBe(false);
    expect((await bytes({ marks: ['9', 'v'] })).equals(await bytes({}))).toBe(true);
    await bench.text('click_input', { id: '2', name: 'Erase all' });
    expect(pressed).toBe('Erase all');
  });

  it('can be clicked by their ids', async () => {
    await select('Calculator');
    const { matches } = await bench.engine.find({
      window: bench.session.selected!.id,
      selector: 'role=Button name="7"',
    });
    const { x, y, width, height } = matches[0]!.bounds!;
    const rect = [x, y, x + width, y + height];
    const control_list = [
      { name: 'Seven', rect },
      { id: 'v', name: 'Seven', type: 'icon', rect },
      { name: 'nowhere' },
      7,
    ];
    expect(await bench.text('add_control_list', { control_list })).toBe(
      'Successfully added 2 controls to control dictionary. Skipped 2 invalid controls. Added IDs: 1, v',
    );
    await bench.text('click_input', { id: '1', name: 'Seven' });
    await bench.text('click_input', { id: 'v', name: 'Seven' });
    expect(await bench.failure('click_input', { id: 'v', name: 'Eight' })).toContain('Nothing was done.');
    expect(await bench.text('texts', { selector: 'id="display"' })).toContain('77');
    expect(await bench.text('add_control_list', { control_list: [] })).toBe('No controls to add.');
  });

  it('are typed into by a click and keys', async () => {
    await select('Form');
    const { matches } = await bench.engine.find({ window: bench.session.selected!.id, selector: 'id="name"' });
    const { x, y, width, height } = matches[0]!.bounds!;
    await bench.text('add_control_list', { control_list: [{ name: 'Name', rect: [x, y, x + width, y + height] }] });
    const entered = await bench.text('set_edit_text', { id: '1', name: 'Name', text: 'Ada', clear_current_text: true });
    expect(entered).toContain('please check the application');
    await bench.text('keyboard_input', { id: '1', name: 'Name', keys: '{END}!' });
    expect(await bench.text('texts', { selector: 'id="name"' })).toContain('Ada!');
  });

  it('are refused once their window is gone', async () => {
    expect(await bench.failure('add_control_list', { control_list: [{ rect: [0, 0, 9, 9] }] })).toBe(
      'window_not_found: No window is selected, please select a window first.',
    );
    await select('Calculator');
    await bench.text('add_control_list', { control_list: [{ name: 'Far', rect: [5000, 5000, 5009, 5009] }] });
    expect(await bench.failure('click_input', { id: '1', name: 'Far' })).toContain('element_stale');
  });
});
