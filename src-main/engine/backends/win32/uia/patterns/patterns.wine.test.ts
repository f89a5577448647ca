import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { PatternCall } from '#contract/model/elements/pattern';
import type { WindowInfo } from '#contract/model/windows/window';
import { descend } from '../../../../tree/walk.ts';
import type { RawDetails, RawNode } from '../../../../backend.ts';
import type { ElementStrategy } from '../../elements/strategy.ts';
import { resultCode } from '../../native/errors.ts';
import { getForegroundWindow, isWindowEnabled, setForegroundWindow, formatWindowId } from '../../native/window.ts';
import { windowOf } from '../../testing/apps.ts';
import { end, start } from '../../../../testing/programs.ts';
import { controls, messageFixture } from '../../testing/fixtures.ts';
import { UiaFixture } from '../../testing/uia-fixture.ts';
import { UiaClient } from '../client.ts';
import { createUiaStrategy } from '../strategy.ts';
import { soon } from '../../../../testing/outcome.ts';

let fixture: UiaFixture;
let strategy: ElementStrategy;
let app: ChildProcess | null = null;
let window: WindowInfo;

beforeAll(() => {
  fixture = UiaFixture.install();
  strategy = createUiaStrategy(new UiaClient());
});
afterAll(async () => {
  await close();
  fixture.uninstall();
});
/** Shared by all tests, except those that leave it in an unusable state. */
beforeEach(async () => {
  if (app === null) {
    app = start(controls, ['gallery']);
    const handle = await windowOf(app, 'FixtureGallery');
    window = { id: formatWindowId(handle), title: 'Fixture Gallery', app: 'gallery' } as WindowInfo;
  }
  return () => fixture.reset();
});

async function close(): Promise<void> {
  if (app !== null) await end(app);
  app = null;
}

function nodes(): readonly RawNode[] {
  const budget = { depth: 50, maxNodes: 5_000, cancelled: () => false, inParts: false };
  return [...descend(strategy.walk(window, null, budget).root)];
}

/** The element with that control id, or else with that name. */
function details(wanted: number | string): RawDetails {
  const found = nodes().find((node) => node.automationId === String(wanted) || node.name === wanted);
  if (!found) throw new Error(`The gallery has no ${wanted}.`);
  return strategy.details(window, found.runtimeId);
}

function run(wanted: number | string, call: PatternCall): RawDetails {
  const { runtimeId } = details(wanted);
  strategy.run(window, runtimeId, call);
  return strategy.details(window, runtimeId);
}

/** The action that the gallery reports. */
const happened = () => details(362).childCount && nodes().at(-3)?.name;
const isChecked = (wanted: number) => details(wanted).states.includes('checked');
const selected = (wanted: number) => details(wanted).selection?.selected.map(({ name }) => name);

test('a button is pressed, and the app reports it', async () => {
  const before = happened();
  run(221, { pattern: 'invoke' });
  await vi.waitFor(() => expect(happened()).not.toBe(before), soon);
  expect(happened()).toContain('Push me');
});

test('a check box cycles through all its states', () => {
  const before = isChecked(201);
  expect(run(201, { pattern: 'toggle' }).states.includes('checked')).toBe(!before);
  expect(run(201, { pattern: 'toggle' }).states.includes('checked')).toBe(before);
  const states = [1, 2, 3].map(() =>
    run(202, { pattern: 'toggle' }).states.filter((state) => /checked|mixed/.test(state)),
  );
  expect(new Set(states.map(String)).size).toBe(3);
});

test('values are set, with line breaks in multi-line fields', () => {
  expect(run(301, { pattern: 'value', value: 'Grüße, 世界 😀' }).value).toBe('Grüße, 世界 😀');
  expect(run(302, { pattern: 'value', value: 'one\ntwo' })).toMatchObject({ value: 'one\ntwo', text: { length: 7 } });
  expect(run(353, { pattern: 'rangeValue', value: 75 }).range?.current).toBe(75);
});

test('a password is set and never read', () => {
  expect(run(304, { pattern: 'value', value: 'hush' })).toMatchObject({ value: null, text: { selectedText: '' } });
});

test('text is selected by code points, whatever the length of a line break or an emoji', () => {
  run(302, { pattern: 'value', value: 'a😀b\nzwei 漢字' });
  const { text } = run(302, { pattern: 'text', select: { start: 4, end: 8 } });
  expect(text).toMatchObject({ length: 11, selectedText: 'zwei', selections: [{ start: 4, end: 8 }] });
  expect(run(302, { pattern: 'text', select: { start: 2, end: 2 } }).text).toMatchObject({ caret: 2, selections: [] });
});

describe('items', () => {
  test('are selected exclusively', () => {
    expect(run('Item 7', { pattern: 'select' }).states).toContain('selected');
    expect(selected(321)).toEqual(['Item 7']);
  });

  test('are added to and removed from the selection', () => {
    run('Beta', { pattern: 'select', how: 'add' });
    run('Alpha', { pattern: 'select', how: 'remove' });
    expect(selected(322)).toEqual(['Beta', 'Gamma']);
    run(322, { pattern: 'selection', select: 'all' });
    expect(selected(322)).toHaveLength(4);
    run(322, { pattern: 'selection', select: 'none' });
    expect(selected(322)).toEqual([]);
  });

  test('open and close', () => {
    expect(run('Europe', { pattern: 'expand', expanded: false }).states).not.toContain('expanded');
    expect(run('Asia', { pattern: 'expand', expanded: true }).states).toContain('expanded');
  });

  test('are scrolled into view', () => {
    expect(run('Item 20', { pattern: 'scrollItem' }).states).not.toContain('offscreen');
    expect(run(321, { pattern: 'scroll', vertical: { to: 0 } }).scroll?.vertical).toBe(0);
    expect(run(321, { pattern: 'scroll', vertical: { by: 100 } }).scroll?.vertical).toBe(100);
  });
});

describe('patterns that change the element itself', () => {
  test('show it in another of its views', () => {
    expect(details(331).views).toEqual({ current: 'Details', all: ['Icons', 'Details', 'Small icons', 'List'] });
    expect(run(331, { pattern: 'multipleView', view: 'List' }).views?.current).toBe('List');
    expect(() => run(331, { pattern: 'multipleView', view: 'Map' })).toThrow('no view “Map”');
  });

  test('dock it', () => {
    expect(details(361)).toMatchObject({ dock: 'top', views: null });
    expect(run(361, { pattern: 'dock', position: 'left' }).dock).toBe('left');
    expect(details(221).dock).toBe(null);
  });

  test('move, size and zoom it, and rotate it only if supported', () => {
    const { bounds, patterns } = details(210);
    expect(patterns).toContain('transform');
    const { x, y, width, height } = bounds!;
    expect(run(210, { pattern: 'transform', x: x + 8 }).bounds).toEqual({ ...bounds, x: x + 8 });
    expect(run(210, { pattern: 'transform', height: height - 4 }).bounds).toEqual({
      x: x + 8,
      y,
      width,
      height: height - 4,
    });
    const { properties } = run(210, { pattern: 'transform', zoom: 200 });
    expect(properties).toMatchObject({ TransformCanRotate: 'false', Transform2ZoomLevel: '200' });
    expect(() => run(210, { pattern: 'transform', x, degrees: 90 })).toThrow('cannot be turned');
    expect(details(210).bounds?.x).toBe(x + 8);
  });

  test('drag it, and report whether it can be dropped', () => {
    expect(details('Asia').properties).toMatchObject({
      DragIsGrabbed: 'false',
      DragDropEffect: 'Move to another branch',
    });
    expect(details(332).properties).toMatchObject({ DropTargetDropTargetEffects: 'Move, Copy' });
    expect(details(221).properties).not.toHaveProperty('DragIsGrabbed');
  });
});

test('focuses the element in the front window, without bringing a window to the front', async () => {
  const front = (handle: number) => {
    setForegroundWindow(handle);
    return vi.waitFor(() => expect(getForegroundWindow()).toBe(handle), soon);
  };
  const other = start(controls, ['notes']);
  try {
    const notes = await windowOf(other, 'FixtureNotes');
    await front(notes);
    const before = isChecked(201);
    run(201, { pattern: 'toggle' });
    expect(isChecked(201)).toBe(!before);
    expect(getForegroundWindow()).toBe(notes);
    await front(Number(window.id));
    const { runtimeId } = run(202, { pattern: 'toggle' });
    await vi.waitFor(() => expect(strategy.focused(window)).toBe(runtimeId), soon);
  } finally {
    await end(other);
  }
});

test('reports success for an app that answers only after its dialog closes', () => {
  onTestFinished(close);
  messageFixture(Number(window.id), 'AskNext');
  const { runtimeId } = details(201);
  strategy.run(window, runtimeId, { pattern: 'toggle' });
  expect(isWindowEnabled(Number(window.id))).toBe(0);
  // Without a dialog, an unanswered action may not have arrived.
  fixture.strike({ kind: 'answers', hresult: resultCode.timeout }, { window: Number(window.id) });
  expect(() => strategy.run(window, runtimeId, { pattern: 'toggle' })).toThrow('0x80131505');
});

describe('0x80040201 after an action', () => {
  test('is success while the element exists: the action was performed once', () => {
    fixture.strike({ kind: 'answers acts', hresult: resultCode.elementGone });
    const before = isChecked(201);
    run(201, { pattern: 'toggle' });
    expect(isChecked(201)).toBe(!before);
    fixture.strike({ kind: 'answers acts', hresult: resultCode.elementGone }, { strikes: 4 });
    run(322, { pattern: 'selection', select: 'all' });
    expect(selected(322)).toHaveLength(4);
  });

  test('has an unknown outcome if the element is gone', () => {
    const { runtimeId } = details(201);
    // Queries its pattern, performs the action, then checks whether the element still exists.
    fixture.strike({ kind: 'answers', hresult: resultCode.elementGone }, { skips: 1, strikes: 2 });
    expect(() => strategy.run(window, runtimeId, { pattern: 'toggle' })).toThrow(
      expect.objectContaining({ code: 'element_stale', delivery: 'unknown' }),
    );
  });
});

test('an element with only an MSAA action is invoked by that', () => {
  fixture.showTree({ window: Number(window.id), nodes: 20 });
  expect(run('Image 17', { pattern: 'invoke' }).patterns).toEqual(['invoke']);
  expect(fixture.section.read('defaultActions')).toBe(1);
  expect(details('Text 13').patterns).toEqual([]);
});

test('unsupported patterns are refused', () => {
  const { runtimeId } = details(221);
  expect(() => strategy.run(window, runtimeId, { pattern: 'toggle' })).toThrow(
    expect.objectContaining({ code: 'pattern_not_supported', delivery: 'not_delivered' }),
  );
});
