import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { headlessBroker, type Question } from '../../permissions/broker.ts';
import type { FakeWindow } from '../../engine/backends/fake/window.ts';
import { center } from '#contract/model/geometry';
import { createBench, type Bench, type BenchOptions } from '../testing/run-tools.ts';

const agent = { kind: 'agent', name: 'robot' } as const;

let bench: Bench;
let reasons: string[];
let asked: Question[];
let answer: 'deny' | 'once' | 'session';
let whileAsked: () => void;

async function start(options: BenchOptions = {}): Promise<void> {
  const ask = (question: Question) => {
    reasons.push(question.reason);
    asked.push(question);
    whileAsked();
    return Promise.resolve(answer);
  };
  bench = await createBench({ caller: agent, policyMode: 'act', broker: { ...headlessBroker, ask }, ...options });
}
beforeEach(async () => {
  [reasons, asked] = [[], []];
  answer = 'deny';
  whileAsked = () => undefined;
  await start();
});
afterEach(() => bench.close());

function fakeWindow(title: string): FakeWindow {
  const found = bench.fake.desktop.windows.find((window) => window.title.includes(title));
  if (!found) throw new Error(`There is no ${title}.`);
  return found;
}

/** The reason of the question about a call, which is denied. */
async function reasonOf(key: string, parameters: object): Promise<string> {
  const outcome = await bench.run(key, parameters);
  expect(outcome).toMatchObject({ ok: false, error: { code: 'permission_denied', delivery: 'not_delivered' } });
  return reasons.at(-1) ?? 'nothing';
}

async function removeButton() {
  const { id } = fakeWindow('Form');
  const { matches } = await bench.engine.find({ window: id, selector: 'role=Button name=Remove' });
  const [button] = matches;
  if (!button?.bounds) throw new Error('There is no button to remove.');
  return { window: id, element: button.id, at: center(button.bounds), bounds: button.bounds };
}

/** A point as fractions of the window. */
function fractions(window: FakeWindow, at: { readonly x: number; readonly y: number }) {
  const { x, y, width, height } = window.bounds;
  return { x: (at.x - x + 0.5) / width, y: (at.y - y + 0.5) / height };
}

describe('a destructive label is that of the element really there', () => {
  const rule = 'the destructive label “remove”';

  it('for a click at a position in a window', async () => {
    const { at } = await removeButton();
    const place = fractions(fakeWindow('Form'), at);
    expect(await reasonOf('click_on_coordinates', { ...place, window: { app: 'form' } })).toBe(rule);
  });

  it.each(['start', 'end'])('for the %s of a drag', async (end) => {
    const { at } = await removeButton();
    const { x, y } = fractions(fakeWindow('Form'), at);
    const [from, to] =
      end === 'start'
        ? [
            { x, y },
            { x: 0.5, y: 0.02 },
          ]
        : [
            { x: 0.5, y: 0.02 },
            { x, y },
          ];
    const places = { start_x: from.x, start_y: from.y, end_x: to.x, end_y: to.y };
    expect(await reasonOf('drag_on_coordinates', { ...places, window: { app: 'form' } })).toBe(rule);
    const corner = '900,300';
    const places2 = end === 'start' ? { from: `${at.x},${at.y}`, to: corner } : { from: corner, to: `${at.x},${at.y}` };
    expect(await reasonOf('drag', places2)).toBe(rule);
  });

  it('for a control that the agent itself named', async () => {
    const { bounds } = await removeButton();
    bench.session.selected = (await bench.engine.listWindows({})).items.find(({ title }) => title === 'Form') ?? null;
    const rect = [bounds.x, bounds.y, bounds.x + bounds.width, bounds.y + bounds.height];
    await bench.text('add_control_list', { control_list: [{ id: 'seen', name: 'OK', rect }] });
    expect(await reasonOf('click_input', { id: 'seen', name: 'OK' })).toBe(rule);
    expect(await reasonOf('click_element', { element: 'seen' })).toBe(rule);
  });

  it('for an element addressed by its id, its ref or a point', async () => {
    const { at } = await removeButton();
    const hit = await bench.engine.elementAt(at);
    const { id } = hit!.element;
    for (const called of [id, bench.session.refs.refOf(id), `${at.x},${at.y}`]) {
      expect(await reasonOf('click_input', { id: called })).toBe(rule);
      expect(await reasonOf('click_element', { element: called })).toBe(rule);
      expect(await reasonOf('invoke_pattern', { element: called, pattern: 'Invoke' })).toBe(rule);
    }
  });

  it.each([
    ['press_keys', { keys: 'Space' }],
    ['press_keys', { keys: 'Return' }],
    ['keyboard_input', { keys: '{ENTER}' }],
    ['keyboard_input', { keys: ' ' }],
  ])('for %s %j on the focused element', async (tool, keys) => {
    const { element, window } = await removeButton();
    await bench.engine.actOnWindow({ window, action: 'focus' });
    await bench.engine.focusElement({ element });
    const target = tool === 'press_keys' ? window : { handle: window };
    expect(await reasonOf(tool, { ...keys, window: target })).toBe(rule);
  });

  it.each([
    ['press_keys', { keys: 'alt+r' }],
    ['keyboard_input', { keys: '{VK_MENU}r' }],
  ])('for %s %j, which may be its access key', async (tool, keys) => {
    const { window } = await removeButton();
    const target = tool === 'press_keys' ? window : { handle: window };
    expect(await reasonOf(tool, { ...keys, window: target })).toBe(rule);
  });

  it('even if it appeared only after the question', async () => {
    const { at, window } = await removeButton();
    const form = fakeWindow('Form');
    const place = fractions(form, at);
    const calculator = fakeWindow('Calculator');
    bench.fake.desktop.activate(form);
    bench.fake.desktop.move(calculator, { x: form.bounds.x, y: form.bounds.y });
    bench.fake.desktop.activate(calculator);
    // The calculator covers it until the call brings the form to the front.
    const outcome = await bench.run('click_on_coordinates', { ...place, window: { handle: window } });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'permission_denied', delivery: 'not_delivered' } });
  });
});

describe('anything that can start programs needs a question each time', () => {
  const content = { x: 10, y: 10, width: 300, height: 40 };
  const open = (spec: object) => {
    const { root } = fakeWindow('Editor');
    return { title: 'Run', app: 'launcher', className: 'Run', content, root, ...spec };
  };

  it('keys that a run dialog would take instead of the front window', async () => {
    const keys: string[] = [];
    bench.fake.desktop.activate(fakeWindow('Editor'));
    const { id } = bench.fake.desktop.holdKeys(open({ onKey: (key: string) => keys.push(key) }));
    const call = { keys: 'ctrl+b', window: 'Editor' };
    const why = 'starting or ending programs: keys that arrive in “launcher”';
    expect(await reasonOf('press_keys', call)).toBe(why);
    expect(await reasonOf('keyboard_input', { keys: 'xterm{ENTER}', window: { title: 'Editor' } })).toBe(why);
    expect(keys).toEqual([]);
    answer = 'once';
    await bench.text('press_keys', call);
    expect(keys).toEqual(['ctrl+b']);
    expect(id).not.toBe('');
  });

  it('a program that holds a terminal, whatever its name', async () => {
    bench.fake.desktop.open(open({ title: 'Notebook', app: 'notebook', terminal: true }));
    const why = 'starting or ending programs: the terminal “notebook”';
    expect(await reasonOf('press_keys', { keys: 'a', window: 'Notebook' })).toBe(why);
    expect(await reasonOf('click_at', { x: 60, y: 30 })).toBe(why);
    await bench.text('minimize_window', { title: 'Notebook' });
  });

  it('a terminal that an editor opened only after the question', async () => {
    await bench.close();
    const openTerminal = () => void Object.assign(fakeWindow('Editor').spec, { terminal: true });
    await start({ observers: [{ before: openTerminal, after: () => undefined }] });
    for (const [tool, call] of [
      ['press_keys', { keys: 'a', window: 'Editor' }],
      ['keyboard_input', { keys: 'ls', window: { title: 'Editor' } }],
    ] as const) {
      Object.assign(fakeWindow('Editor').spec, { terminal: undefined });
      const outcome = await bench.run(tool, call);
      expect(outcome).toMatchObject({ ok: false, error: { code: 'permission_denied', delivery: 'not_delivered' } });
    }
  });

  it('the desktop itself, and its own keys', async () => {
    expect(await reasonOf('click_at', { x: 1279, y: 799 })).toContain('the desktop’s own');
    expect(await reasonOf('press_keys', { keys: 'super+r', window: 'Editor' })).toContain('meta+r');
    const held = { keys: '{VK_LWIN down}r{VK_LWIN up}', window: { title: 'Editor' } };
    expect(await reasonOf('keyboard_input', held)).toContain('meta+r');
    expect(await reasonOf('press_keys', { keys: 'alt+F4', window: 'Editor' })).toContain('ends programs');
  });
});

describe('permission for one app does not extend to others', () => {
  const seven = { selector: 'role=Button name="7"', timeout_ms: 0 };
  const refused = { ok: false, error: { code: 'permission_denied', delivery: 'not_delivered' } };
  const restart = async (options: BenchOptions) => {
    await bench.close();
    await start(options);
  };
  const swapTitles = () => {
    bench.fake.desktop.retitle(fakeWindow('Editor'), 'Other');
    bench.fake.desktop.retitle(fakeWindow('Calculator'), 'Editor');
  };

  it.each(['once', 'session'] as const)('if titles are swapped before the act, allowed %s', async (given) => {
    await restart({ policyMode: 'ask' });
    answer = given;
    whileAsked = swapTitles;
    expect(await bench.run('click_input', { ...seven, window: { title: 'Editor' } })).toMatchObject(refused);
    expect(asked).toMatchObject([{ target: 'editor' }]);
  });

  it.each([
    ['ask', 'allow click_* in editor'],
    ['act', 'deny click_* in calculator'],
  ] as const)('in the mode %s with the rule “%s”', async (policyMode, rule) => {
    // At the last moment before the tool looks up its window.
    const observers = [{ before: swapTitles, after: () => undefined }];
    await restart({ policyMode, settings: { permissionRules: [rule] }, observers });
    expect(await bench.run('click_input', { ...seven, window: { title: 'Editor' } })).toMatchObject(refused);
    expect(asked).toEqual([]);
  });

  it('if the control is in another window than the named one', async () => {
    await restart({ policyMode: 'ask' });
    bench.session.selected = (await bench.engine.listWindows({})).items.find(({ title }) => title === 'Form') ?? null;
    const listed = JSON.parse(await bench.text('get_app_window_controls_info')) as {
      label: string;
      control_name: string;
    }[];
    const { label: id = '', control_name: name = '' } = listed.find((one) => one.control_name === 'Remove') ?? {};
    await bench.run('click_input', { id, name, window: { title: 'Editor' } });
    expect(asked).toMatchObject([{ target: 'form', reason: 'the destructive label “remove”' }]);
  });

  it('and an agent’s names for missing windows do not pass for an app’s in the question', async () => {
    await restart({ policyMode: 'ask' });
    await reasonOf('click_input', { ...seven, window: { app: 'bank', title: 'Savings' } });
    await reasonOf('click_input', { ...seven, window: { title: 'calculator '.repeat(1_000) } });
    expect(asked[0]).toMatchObject({ target: 'no open window: “{"title":"Savings","app":"bank"}”', windowTitle: '' });
    expect(asked[1]?.target.length).toBeLessThan(250);
  });

  it.each(['click_at', 'drag', 'scroll'])(
    'if a terminal comes over the place after the last look: %s',
    async (tool) => {
      const editor = fakeWindow('Editor');
      const at = center(editor.bounds);
      const calls: Readonly<Record<string, object>> = {
        click_at: at,
        drag: { from: `${at.x},${at.y}`, to: `${at.x + 30},${at.y}` },
        scroll: { window: editor.id },
      };
      const afterLook = () => {
        const windowAt = bench.engine.windowAt.bind(bench.engine);
        bench.engine.windowAt = async (...looked) => {
          const found = await windowAt(...looked);
          bench.fake.desktop.open({ ...editor.spec, title: 'Shell', app: 'xterm', content: editor.spec.content });
          return found;
        };
      };
      const { engine, fake } = bench;
      await start({ engine, observers: [{ before: afterLook, after: () => undefined }] });
      bench = { ...bench, fake };
      bench.fake.desktop.activate(editor);
      const pressed: string[] = [];
      bench.fake.devices.listen((input) => void (input.type !== 'move' && pressed.push(input.type)));
      const outcome = await bench.run(tool, calls[tool]);
      // The look at a second place already sees it.
      const code: unknown = expect.stringMatching(/^(wrong_target_window|permission_denied)$/);
      expect(outcome).toMatchObject({ ok: false, error: { code, delivery: 'not_delivered' } });
      expect(pressed).toEqual([]);
    },
  );

  it('except for windows that its app opened meanwhile', async () => {
    await restart({ policyMode: 'ask' });
    answer = 'once';
    whileAsked = () => {
      const old = fakeWindow('Calculator');
      bench.fake.desktop.retitle(old, 'Closed soon');
      const content = { x: 600, y: 300, width: 240, height: 320 };
      bench.fake.desktop.open({ title: 'Calculator', app: 'calculator', className: 'New', content, root: old.root });
    };
    expect(await bench.run('click_input', { ...seven, window: { title: 'Calculator' } })).toMatchObject({ ok: true });
  });
});

describe('titles of sensitive windows', () => {
  const secret = 'Payroll of March';
  const withheld = '(title withheld: calculator)';
  beforeEach(async () => {
    await bench.close();
    await start({ settings: { sensitiveApps: ['calculator', 'title:payroll*'] } });
    bench.fake.desktop.retitle(fakeWindow('Calculator'), secret);
  });

  it('are withheld from lists, errors and the list of calls, with id and app kept', async () => {
    const { id } = fakeWindow(secret);
    for (const [tool, call] of [
      ['get_desktop_app_info', {}],
      ['get_desktop_app_target_info', {}],
      ['list_windows', {}],
      ['close_window', { title: 'nothing of that name' }],
      ['move_window', { handle: id, x: 9_000, y: 0 }],
      ['click_input', { selector: 'role=Button', window: { app: 'no such app' } }],
      ['snapshot', { window: id }],
      ['click_at', { x: 1279, y: 799 }],
      ['list_calls', {}],
    ] as const) {
      expect([tool, JSON.stringify(await bench.run(tool, call))]).toEqual([tool, expect.not.stringContaining(secret)]);
    }
    expect(await bench.text('list_windows')).toContain(withheld);
    expect(await bench.text('list_windows')).toContain(id);
  });

  it('cannot find a window, and cannot be guessed', async () => {
    const codes = [];
    for (const title of ['Payroll', 'Nothing']) {
      const outcome = await bench.run('snapshot', { window: title });
      codes.push(outcome.ok ? 'ok' : outcome.error.code);
    }
    expect(new Set(codes)).toEqual(new Set(['window_not_found']));
  });

  it('are included in a read that the user allowed', async () => {
    answer = 'once';
    expect(await bench.text('snapshot', { window: fakeWindow(secret).id })).toContain(secret);
    expect(await bench.text('list_windows')).not.toContain(secret);
  });

  it('are shown to the user', async () => {
    const outcome = await bench.run('list_windows', {}, { caller: { kind: 'user', name: 'You' } });
    expect(JSON.stringify(outcome)).toContain(secret);
  });
});
