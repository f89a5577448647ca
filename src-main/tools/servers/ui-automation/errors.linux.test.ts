import type { WindowId } from '#contract/model/windows/window';
import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { until } from '../../../engine/backends/linux/testing/apps/target-app.ts';
import { end } from '../../../engine/testing/programs.ts';
import { run } from '../../../../scripts/lib/run.mjs';
import { resultText } from '../../../mcp/testing/client.ts';
import { linuxBench, type LinuxBench } from '../../../mcp/testing/linux-bench.ts';

let bench: LinuxBench;
let calculator: WindowId;
let factory: WindowId;
let editor: WindowId;

beforeAll(async () => {
  bench = await linuxBench();
  calculator = await bench.open('galculator');
  factory = await bench.open('gtk3-widget-factory');
  editor = await bench.open('mousepad', ['--disable-server']);
}, 60_000);
afterAll(() => bench.close());

/** The complete error response of a call that must fail; equal in text and data. */
async function fails(
  errorType: string,
  call: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const result = await bench.call('ui_automation', call);
  const data = result.structuredContent!;
  expect(data).toMatchObject({ success: false, action: call['action'], errorType });
  expect(data['diagnostics']).toMatchObject({
    durationMs: expect.any(Number) as number,
    windowTitle: expect.any(String) as string,
    elementsScanned: expect.any(Number) as number,
  });
  expect(result.isError).toBe(true);
  for (const field of ['errorMessage', 'recoverySuggestion', 'errorType']) {
    expect(data[field]).not.toBe('');
    expect(resultText(result)).toContain(data[field]);
  }
  return data;
}

const found = async (call: object) =>
  (await bench.data<{ element: { elementId: string } }>('ui_automation', { action: 'find', ...call })).element
    .elementId;

it('element_not_found', async () => {
  for (const action of ['find', 'find_and_click', 'find_and_select', 'ocr_element']) {
    const more = action === 'find_and_select' ? { value: 'x' } : {};
    const wait = action === 'ocr_element' ? {} : { timeout_ms: 200 };
    await fails('element_not_found', { action, name: 'No such thing', windowHandle: calculator, ...more, ...wait });
  }
  const typing = { action: 'find_and_type', name: 'No such thing', text: 'x', windowHandle: calculator };
  await fails('element_not_found', { ...typing, timeout_ms: 200 });
});

it('timeout: an awaited element does not come, and a clicked one stays disabled', async () => {
  const started = Date.now();
  await fails('timeout', { action: 'wait_for', name: 'No such thing', windowHandle: calculator, timeout_ms: 700 });
  expect(Date.now() - started).toBeGreaterThanOrEqual(700);
  const disabled = { action: 'find_and_click', name: 'MR', windowHandle: calculator, timeout_ms: 300 };
  expect((await fails('timeout', disabled))['errorMessage']).toContain('is disabled');
});

it('multiple_matches, with a selector for each', async () => {
  const select = { action: 'find_and_select', selector: 'role=ComboBox', value: 'Left' };
  const type = { action: 'find_and_type', selector: 'role=Spinner', text: '1' };
  const click = { action: 'find_and_click', name: 'togglebutton' };
  for (const call of [click, type, select]) {
    const { diagnostics } = await fails('multiple_matches', { ...call, windowHandle: factory });
    const { multipleMatches } = diagnostics as { multipleMatches: { selector: string; elementId: string }[] };
    expect(multipleMatches.length).toBeGreaterThan(1);
    for (const { selector, elementId } of multipleMatches) {
      expect(await found({ selector, windowHandle: factory })).toBe(elementId);
    }
  }
});

it('pattern_not_supported', async () => {
  const elementId = await found({ name: '7', windowHandle: calculator });
  await fails('pattern_not_supported', { action: 'invoke', elementId, pattern: 'ExpandCollapse' });
  await fails('pattern_not_supported', { action: 'invoke', elementId, pattern: 'Value', value: 'x' });
});

it('element_stale: an element whose dialog or app has gone', async () => {
  await bench.data('press_keys', { keys: 'ctrl+o', window: editor });
  await bench.data('wait_for_element', { name: 'Cancel', control_type: 'Button', timeout_ms: 20_000 });
  const cancel = await found({ name: 'Cancel', controlType: 'Button' });
  await bench.data('ui_automation', { action: 'find_and_click', elementId: cancel });
  await bench.data('wait_for_element', { element: cancel, until: 'disappears', timeout_ms: 20_000 });
  for (const action of ['focus', 'get_text', 'scroll_into_view', 'ocr_element']) {
    await fails('element_stale', { action, elementId: cancel });
  }
  await fails('element_stale', { action: 'invoke', elementId: cancel, pattern: 'Invoke' });
  await fails('element_stale', { action: 'find', parentElementId: cancel });
});

it('element_stale: an element that goes while its window stays', async () => {
  const before = await fields();
  await bench.data('press_keys', { keys: 'ctrl+n', window: editor });
  await until(async () => (await fields()).length > before.length);
  const [added] = (await fields()).filter((field) => !before.includes(field));
  await bench.data('press_keys', { keys: 'ctrl+w', window: editor });
  await until(async () => (await fields()).length === before.length);
  await fails('element_stale', { action: 'focus', elementId: added });
});

it('window_not_found', async () => {
  for (const windowHandle of ['0xdead01', '3735928', 'No window has this title']) {
    await fails('window_not_found', { action: 'get_tree', windowHandle });
    await fails('window_not_found', { action: 'find_and_click', name: 'x', windowHandle, timeout_ms: 100 });
    await fails('window_not_found', { action: 'wait_for', name: 'x', windowHandle, timeout_ms: 100 });
  }
});

it('scroll_exhausted: the list was scrolled to its end', async () => {
  const wanted = { action: 'scroll_into_view', name: 'No such row', windowHandle: factory };
  const { errorMessage } = await fails('scroll_exhausted', { ...wanted, timeout_ms: 30_000 });
  expect(errorMessage).toContain('from start to end');
});

it('no_text_found', async () => {
  await bench.data('ui_automation', { action: 'find_and_type', selector: 'role=Edit', text: '', windowHandle: editor });
  await fails('no_text_found', { action: 'ocr_element', controlType: 'Edit', windowHandle: editor });
});

it('invalid_region', async () => {
  const region = { action: 'ocr', source: 'region', x: 0, y: 0, width: 100, height: 100 };
  await fails('invalid_region', { ...region, x: 100_000 });
  await fails('invalid_region', { ...region, x: -1 });
  await fails('invalid_region', { ...region, width: 0 });
  await fails('invalid_region', { ...region, monitorIndex: 9 });
});

it('language_not_supported', async () => {
  const { data } = await fails('language_not_supported', { action: 'ocr', language: 'tlh-AQ' });
  expect((data as { languages: string[] }).languages).toContain('eng');
});

// Only root can become another user.
it.runIf(process.getuid?.() === 0)('elevated_target: a window of another user', async () => {
  expect((await run('xhost', ['+si:localuser:nobody'])).code).toBe(0);
  const foreign = spawn('setpriv', ['--reuid', 'nobody', '--clear-groups', 'xcalc', '-title', 'Of nobody'], {
    stdio: 'ignore',
    env: { ...process.env, HOME: '/tmp' },
  });
  try {
    const windowHandle = await handleOf('Of nobody');
    await fails('elevated_target', { action: 'get_tree', windowHandle });
    await fails('elevated_target', { action: 'get_text', windowHandle });
    await fails('elevated_target', { action: 'find', name: '7', windowHandle });
    await fails('elevated_target', { action: 'find_and_click', name: '7', windowHandle });
    await fails('elevated_target', { action: 'find_and_type', name: '7', text: '7', windowHandle });
    await fails('elevated_target', { action: 'find_and_click', name: '7', windowHandle: 'Of nobody' });
    // It came to the front when it opened.
    await vi.waitFor(() => fails('elevated_target', { action: 'find', name: '7' }), { timeout: 10_000 });
  } finally {
    await end(foreign);
  }
});

async function handleOf(title: string): Promise<string> {
  let handle = '';
  await until(async () => {
    const { items } = await bench.engine.listWindows({ includeHidden: true });
    handle = items.find((window) => window.title === title)?.id ?? '';
    return handle !== '';
  });
  return handle;
}

/** The editor's text fields, one per tab. */
async function fields(): Promise<readonly string[]> {
  const { matches } = await bench.engine.find({ window: editor, selector: 'role=Edit' });
  return matches.map(({ id }) => id);
}
