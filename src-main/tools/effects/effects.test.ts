import { afterEach, beforeEach, expect, it } from 'vitest';
import { element } from '../../engine/backends/fake/element.ts';
import type { ExpectedElement, Expectation } from '#contract/model/recordings/expectation';
import { createBench, type Bench } from '../testing/run-tools.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench({ caller: { kind: 'user', name: 'user' } });
});
afterEach(() => bench.close());

const part = (selector: string): ExpectedElement => ({ controlType: 'Text', name: '', selector });
const form = { app: 'form', title: 'Form' };
const send = { selector: 'id=send', window: form };
const newsletter = { selector: 'name="Newsletter"', window: form };

const click = (target: object, expected: readonly Expectation[], more: object = {}) =>
  bench.run('action::step_click', { ...target, expected, effect_ms: 200, ...more });
const failureOf = async (target: object, expected: readonly Expectation[], more: object = {}) => {
  const outcome = await click(target, expected, more);
  return outcome.ok ? 'it passed' : `${outcome.error.code}: ${outcome.error.message}`;
};

/** A window that exists from the start, so that its text is not an effect. */
const known = (title: string) => ({ title, app: 'form', role: 'dialog' as const });
const openDialog = (title: string, close: () => void = () => undefined) =>
  bench.fake.desktop.open(
    {
      title,
      app: 'form',
      className: 'Form',
      kind: 'dialog',
      content: { x: 400, y: 400, width: 200, height: 90 },
      root: element({
        controlType: 'Window',
        name: title,
        children: [element({ controlType: 'Button', name: 'Close', at: [10, 10, 80, 30], onInvoke: close })],
      }),
    },
    [...bench.fake.desktop.windows].find(({ spec }) => spec.title === 'Form'),
  );
const does = (what: () => void) => {
  const { root } = [...bench.fake.desktop.windows].find(({ spec }) => spec.title === 'Form')!;
  Object.assign(
    root.children.find(({ automationId }) => automationId === 'send')!,
    { onInvoke: what },
  );
};

it.each<[string, object, Expectation]>([
  ['its own state', newsletter, { type: 'state', state: 'checked', is: true }],
  ['an element that shows', send, { type: 'shows', element: part('role=Text name="Sent for "') }],
  ['an element that is gone', send, { type: 'gone', element: part('name="Not sent"') }],
  ['a state that it lost', { ...newsletter }, { type: 'state', state: 'mixed', is: false }],
])('a step passes with its effect: %s', async (_, target, expected) => {
  expect(await click(target, [expected])).toMatchObject({ ok: true, result: { text: /It had its effect\.$/ } });
});

it.each<[string, object, Expectation, string]>([
  [
    'its own state',
    newsletter,
    { type: 'state', state: 'checked', is: false },
    'Expected that CheckBox “Newsletter” is not checked, but it is checked.',
  ],
  [
    'what shows',
    send,
    { type: 'shows', element: { controlType: 'Text', name: 'Sent', selector: 'name="Sent"' } },
    'Expected that Text “Sent” shows, but it does not show.',
  ],
  [
    'what does not go',
    send,
    { type: 'gone', element: { controlType: 'Edit', name: 'Name', selector: 'id=name' } },
    'Expected that no Edit “Name” shows, but it shows.',
  ],
  [
    'another text',
    send,
    { type: 'text', element: { controlType: 'ComboBox', name: 'Colour', selector: 'name="Colour"' }, text: 'Blue' },
    'Expected that ComboBox “Colour” holds “Blue”, but it holds “Red”.',
  ],
  [
    'several elements',
    send,
    { type: 'state', element: part('name="Remove"'), state: 'enabled', is: true },
    'Expected that Text is enabled, but 3 elements match.',
  ],
  [
    'no window',
    send,
    { type: 'windowOpens', window: known('Sent') },
    'Expected that a window “Sent” opens, but no window opened.',
  ],
  ['a window that stays', send, { type: 'windowCloses' }, 'Expected that its window closes, but it is still open.'],
  [
    'a title',
    send,
    { type: 'title', title: 'Form (sent)' },
    'Expected that its window is called “Form (sent)”, but it is called “Form”.',
  ],
  [
    'a window that is not there',
    send,
    { type: 'gone', element: part('name="x"'), window: known('Sent') },
    'Expected that no Text shows in the window “Sent”, but that window is not there.',
  ],
])('a step fails without its effect: %s', async (_, target, expected, message) => {
  expect(await failureOf(target, [expected])).toBe(`effect_missing: ${message}`);
});

it('a window that was there before does not count as opened', async () => {
  openDialog('Sent');
  const expected: Expectation = { type: 'windowOpens', window: known('Sent') };
  expect(await failureOf(send, [expected])).toContain('no window opened');
  does(() => void openDialog('Sent'));
  expect(await failureOf(send, [expected])).toBe('it passed');
});

it('names a window whose text changed', async () => {
  does(() => void openDialog('Could not send'));
  const failure = await failureOf(send, [{ type: 'windowOpens', window: known('Sent') }]);
  expect(failure).toContain('instead there opened “Could not send”');
});

it('waits for a late effect, up to the timeout', async () => {
  const expected: Expectation = { type: 'windowOpens', window: known('Sent') };
  does(() => void setTimeout(() => openDialog('Sent'), 400));
  expect(await failureOf(send, [expected])).toContain('no window opened');
  await bench.close();
  bench = await createBench({ caller: { kind: 'user', name: 'user' } });
  does(() => void setTimeout(() => openDialog('Sent'), 400));
  expect(await click(send, [expected], { effect_ms: 5_000 })).toMatchObject({ ok: true });
});

it('follows the window that it acted in, whatever other titles there are', async () => {
  const second = openDialog('Sent');
  const first = openDialog('Sent', () => bench.fake.desktop.close(first));
  const close = { selector: 'name="Close"', window: { handle: first.id } };
  expect(await failureOf(close, [{ type: 'windowCloses' }], { effect_ms: 5_000 })).toBe('it passed');
  expect([...bench.fake.desktop.windows]).toContain(second);
});

it.each([
  ['in another folder', '/home/ann/a.txt - Editor', '/tmp/x/a.txt - Editor', 'it passed'],
  ['in another one of Windows', 'C:\\Users\\Ann\\a.txt - Editor', 'D:\\a.txt - Editor', 'it passed'],
  ['still changed', '/home/ann/a.txt - Editor', '*/home/ann/a.txt - Editor', 'effect_missing'],
  ['another one', '/home/ann/a.txt - Editor', '/home/ann/b.txt - Editor', 'effect_missing'],
])('the title of a document that is %s', async (_, title, now, expected) => {
  const window = [...bench.fake.desktop.windows].find(({ spec }) => spec.title === 'Form')!;
  does(() => (window.title = now));
  expect(await failureOf(send, [{ type: 'title', title }])).toContain(expected);
});

it('reports that the act was done, so that it is not repeated blindly', async () => {
  const outcome = await click(send, [{ type: 'windowCloses' }]);
  expect(outcome).toMatchObject({ ok: false, error: { delivery: 'delivered' } });
});

/** A crash: every window of the app disappears at once. */
const dies = () => {
  for (const window of bench.fake.desktop.windows.filter(({ spec }) => spec.app === 'form')) {
    bench.fake.desktop.close(window);
  }
};

it('a step whose app crashes fails, even without recorded effects', async () => {
  does(dies);
  expect(await failureOf(send, [])).toContain('effect_missing: Its app has no window any more');
});

it('so does one whose app crashes a moment later', async () => {
  does(() => void setTimeout(dies, 50));
  expect(await failureOf(send, [])).toContain('effect_missing: Its app has no window any more');
});

it('a dialog that closes because its app crashes was not answered', async () => {
  const dialog = openDialog('Sent', dies);
  const close = { selector: 'name="Close"', window: { handle: dialog.id } };
  expect(await failureOf(close, [{ type: 'windowCloses', appStays: true }])).toContain(
    'Its app has no window any more',
  );
});

it('an app may end if it did so when recorded, or if that is unknown', async () => {
  does(dies);
  expect(await failureOf(send, [{ type: 'windowCloses' }])).toBe('it passed');
  await bench.close();
  bench = await createBench({ caller: { kind: 'user', name: 'user' } });
  does(dies);
  expect(await bench.run('action::step_click', send)).toMatchObject({ ok: true });
});

it('reports the fallback selector by which a check found its element', async () => {
  const other = {
    selector: 'role=CheckBox name="News"',
    alternatives: ['role=CheckBox name="Newsletter"'],
    window: form,
  };
  const expected = [{ type: 'state', state: 'checked', is: false }];
  const outcome = await bench.run('action::step_expect', { ...other, expected, effect_ms: 200 });
  expect(outcome).toMatchObject({ ok: true, resolution: { healedFrom: 'role=CheckBox name="Newsletter"' } });
});
