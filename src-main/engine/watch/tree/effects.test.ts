import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeExpectation } from '#contract/model/recordings/expectation';
import type { InputEvent } from '#contract/model/engine';
import type { Point } from '#contract/model/geometry';
import { sleep } from '../../../base/async/deadline.ts';
import { createFakeEngine, type FakeEngine } from '../../testing/fake-engine.ts';
import { node } from '../../testing/node.ts';
import { EffectWatch, type EffectSources } from './effects.ts';
import type { LiveView } from './earlier-views.ts';
import { nowhere, type Found } from '../found.ts';

let desk: FakeEngine;
let events: InputEvent[];

beforeEach(async () => {
  desk = await createFakeEngine();
  events = [];
  desk.engine.on('input', (event) => events.push(event));
  await rest();
});
afterEach(() => desk.engine.close());

/** Until the feed has read the desktop again, as in a user's pauses. */
const rest = () => desk.engine.settleInput({});

async function click(app: string, selector: string): Promise<void> {
  desk.backend.devices.move(await desk.middle(app, selector));
  desk.backend.devices.button('left', true);
  desk.backend.devices.button('left', false);
  await rest();
}

async function focus(title: string): Promise<void> {
  const { desktop } = desk.backend;
  desktop.activate(desktop.window((await desk.window(title)).id));
  await rest();
}

/** All reported effects, as sentences. */
async function effects(): Promise<readonly (readonly string[])[]> {
  await desk.engine.settleInput({});
  return events.flatMap((event) =>
    event.type === 'effects' ? [event.expected.map((one) => describeExpectation(one))] : [],
  );
}

it('reports the effects of a press before the next one', async () => {
  await focus('Calculator');
  await click('Calculator', 'role=Button name="7"');
  await click('Calculator', 'role=Button name="×"');
  const types = events.map(({ type }) => type);
  expect(types).toEqual(['pointerDown', 'pointerUp', 'effects', 'pointerDown', 'pointerUp', 'effects']);
  expect(await effects()).toEqual([['Edit “Display” holds “7”'], []]);
});

it('does not attribute the effects of a late press to the one before', async () => {
  const { desktop, devices } = desk.backend;
  await focus('Calculator');
  const seven = await desk.middle('Calculator', 'role=Button name="7"');
  const eight = await desk.middle('Calculator', 'role=Button name="8"');
  const press = (at: Point) => {
    devices.move(at);
    devices.button('left', true);
    devices.button('left', false);
  };
  press(seven);
  await sleep(400);
  devices.lateMs = 400;
  press(eight);
  desktop.changed();
  await sleep(800);
  await desk.engine.settleInput({});
  const [, second] = events.filter(({ type }) => type === 'pointerDown');
  expect(events.filter(({ type }) => type === 'effects')).toMatchObject([
    { at: second?.at, expected: [{ text: '78' }] },
  ]);
});

it('reports the effects of the last press at the end', async () => {
  await focus('Form');
  await click('Form', 'name="Newsletter"');
  expect(await effects()).toEqual([['its element is checked']]);
});

it('a dialog that opens, the window that closes, and what remains', async () => {
  await focus('Editor');
  desk.backend.devices.key('ctrl+s');
  await rest();
  for (const char of 'a.txt') desk.backend.devices.character(char);
  await rest();
  await click('Save As', 'name="Save"');
  const [opened, , closed] = await effects();
  expect(opened).toEqual(['a window “Save As” opens']);
  expect(closed).toEqual(['its window closes']);
});

it('a saved document loses its asterisk', async () => {
  const { desktop, devices } = desk.backend;
  await focus('Editor');
  devices.key('ctrl+l');
  desktop.retitle(desktop.window((await desk.window('Editor')).id), 'a.txt - Editor');
  await rest();
  expect(await effects()).toEqual([['its window is called “a.txt - Editor”']]);
});

it('an element that appears, and one that disappears', async () => {
  await focus('Form');
  await click('Form', 'id=send');
  expect(await effects()).toEqual([['Text “Sent for ” shows', 'no Text “Not sent” shows']]);
});

it('an open menu shows its items; its closing is not an effect', async () => {
  await focus('Editor');
  await click('Editor', 'role=MenuItem name="File"');
  await click('Editor', 'role=MenuItem name="New"');
  const [opened, closed] = await effects();
  expect(opened).toEqual(expect.arrayContaining(['its element is expanded', 'MenuItem “New” shows']));
  expect(closed).not.toEqual(expect.arrayContaining([expect.stringContaining('MenuItem')]));
});

it('reports no changes made while the user continues', async () => {
  await focus('Calculator');
  const seven = await desk.middle('Calculator', 'role=Button name="7"');
  desk.backend.devices.move(seven);
  for (let count = 0; count < 3; count++) {
    desk.backend.devices.button('left', true);
    desk.backend.devices.button('left', false);
  }
  await rest();
  expect(await effects()).toEqual([['Edit “Display” holds “777”']]);
});

/** For windows that are read as a whole. */
const whole: Omit<EffectSources, 'read'> = {
  isOwn: () => false,
  readTyped: () => Promise.resolve(null),
  confirm: (_window, _roots, expected) => Promise.resolve(expected),
};

/** For an app that does not settle. */
const busy: LiveView = {
  stack: [],
  active: null,
  root: null,
  focused: null,
  fresh: false,
  isUntouched: false,
  reporting: new Set<number>(),
};

it('repeated changes without input are nobody’s effect', async () => {
  const window = { ...(await desk.window('Form')), active: true };
  const found = { window, own: false, target: null, node: null, path: [] };
  const watch = new EffectWatch({ ...whole, read: () => Promise.resolve(null) });
  const view = (runs: string, result: string) => ({
    stack: [window],
    active: window,
    root: node('Window', 'Form', [
      { ...node('Text', 'Runs for'), automationId: 'runs', value: runs },
      { ...node('Text', 'Result'), automationId: 'result', value: result },
    ]),
    focused: null,
    fresh: true,
    isUntouched: true,
    reporting: new Set<number>(),
  });
  await watch.next(view('one', ''), { at: 1, found: Promise.resolve(found) });
  for (const runs of ['two', 'three', 'four', 'five']) watch.looked(view(runs, 'done'));
  const [event] = await watch.until(view('five', 'done'));
  expect(event).toMatchObject({ type: 'effects', expected: [{ element: { selector: 'id="result"' }, text: 'done' }] });
});

it.each([
  ['that does not come to rest', false],
  ['that was not read before it', true],
])('an app %s is queried for the state of the element', async (_, fresh) => {
  const box = node('CheckBox', 'News');
  const window = await desk.window('Form');
  const found: Found = { ...nowhere, window, node: box };
  const read = vi.fn(() => Promise.resolve({ ...box, states: [...box.states, 'checked' as const] }));
  const watch = new EffectWatch({ ...whole, read });
  const before = { ...busy, stack: [window], active: window };
  await watch.next(before, { at: 1, found: Promise.resolve(found) });
  await vi.waitFor(() => expect(read).toHaveBeenCalled());
  await sleep(0);
  const [reported] = await watch.until({ ...before, fresh });
  expect(reported).toMatchObject({ type: 'effects', at: 1, expected: [{ type: 'state', state: 'checked', is: true }] });
  expect(await watch.until(before)).toEqual([]);
});

it('does not report the value of a field while a password is requested', async () => {
  await focus('Form');
  const { desktop } = desk.backend;
  const form = desktop.window((await desk.window('Form')).id);
  const name = form.root.children.find(({ automationId }) => automationId === 'name')!;
  const send = form.root.children.find(({ automationId }) => automationId === 'send')!;
  Object.assign(send, { onInvoke: () => (name.value = 'hunter2') });
  await click('Form', 'id=send');
  await desk.engine.settleInput({});
  expect(JSON.stringify(events.filter(({ type }) => type === 'effects'))).not.toContain('hunter2');
});

it('a shortcut is for the window, whatever the field contains; another key is for the field', async () => {
  await focus('Editor');
  await click('Editor', 'id=text');
  for (const char of '1945') desk.backend.devices.character(char);
  await rest();
  desk.backend.devices.key('ctrl+l');
  await rest();
  desk.backend.devices.key('ArrowLeft');
  const reported = await effects();
  expect(reported.slice(-2)).toEqual([[], ['its element holds “1945”']]);
});

it('effects of an agent are not attributed to the user', async () => {
  await focus('Calculator');
  await click('Calculator', 'role=Button name="7"');
  const eight = await desk.middle('Calculator', 'role=Button name="8"');
  const { devices } = desk.backend;
  devices.byEngine(() => {
    devices.move(eight);
    devices.button('left', true);
    devices.button('left', false);
  });
  await rest();
  await click('Calculator', 'name="Keep history"');
  expect(await effects()).toEqual([['Edit “Display” holds “7”'], ['its element is checked']]);
});

it('reads a paragraph once typing in it ends, though its app never settles', async () => {
  const paragraph = { ...node('Edit', 'Report'), role: 'paragraph', value: 'Report' };
  const window = await desk.window('Form');
  const found: Found = { ...nowhere, window, node: paragraph };
  const readTyped = vi.fn(() => Promise.resolve({ ...paragraph, value: 'Report on äpfel' }));
  const watch = new EffectWatch({ ...whole, read: () => Promise.resolve(null), readTyped });
  const view = { ...busy, active: window };
  const typed = { found: Promise.resolve(found), byKey: true, isText: true };
  expect(await watch.next(view, { at: 1, ...typed })).toEqual([]);
  expect(await watch.next(view, { at: 2, ...typed })).toEqual([]);
  expect(readTyped).not.toHaveBeenCalled();
  const reported = await watch.next(view, { at: 3, found: Promise.resolve(found), byKey: true });
  expect(reported).toMatchObject([{ type: 'effects', at: 2, expected: [{ type: 'text', text: 'Report on äpfel' }] }]);
  expect(await watch.until(view)).toEqual([]);
});
