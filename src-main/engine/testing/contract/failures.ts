import type { WindowId } from '#contract/model/windows/window';
import { expect, test } from 'vitest';
import { formatElementId, type ElementId } from '#contract/model/elements/element';
import { windowOf, type Desk } from '../desk.ts';

/** Below the panel of some desktops, where a press opens something. */
const long = { from: { x: 10, y: 60 }, to: { x: 40, y: 90 }, button: 'middle', durationMs: 30_000 } as const;

export function failuresContract(desk: () => Desk): void {
  test('a window that does not exist is not found, whatever is asked of it', async () => {
    const { engine } = desk();
    const window = '0xfffffff1';
    const gone = { code: 'window_not_found' };
    await expect(engine.tree({ window })).rejects.toMatchObject(gone);
    await expect(engine.actOnWindow({ window, action: 'focus' })).rejects.toMatchObject(gone);
    await expect(engine.moveWindow({ window, bounds: { x: 1 } })).rejects.toMatchObject(gone);
    await expect(engine.capture({ target: { kind: 'window', window } })).rejects.toMatchObject(gone);
    await expect(engine.typeText({ text: 'x', window })).rejects.toMatchObject(gone);
    await expect(engine.details({ element: formatElementId(window, 'x') })).rejects.toMatchObject(gone);
  });

  test('ids and selectors that cannot be read are refused as parameters', async () => {
    const { engine, calculator } = desk();
    const refused = { code: 'invalid_parameter' };
    const { id: window } = await windowOf(desk(), calculator.title);
    await expect(engine.tree({ window: 'calculator' as WindowId })).rejects.toMatchObject(refused);
    await expect(engine.details({ element: 'seven' as ElementId })).rejects.toMatchObject(refused);
    await expect(engine.find({ window, selector: 'role=' })).rejects.toMatchObject(refused);
    await expect(engine.find({ window, selector: 'button 7' })).rejects.toMatchObject(refused);
  });

  test('an element that is not there any more is stale', async () => {
    const { engine, calculator } = desk();
    const { id: window } = await windowOf(desk(), calculator.title);
    const { root } = await engine.tree({ window, depth: 0 });
    const element: ElementId = `${root.id}999999`;
    const stale = { code: 'element_stale' };
    await expect(engine.details({ element })).rejects.toMatchObject(stale);
    await expect(engine.children({ element })).rejects.toMatchObject(stale);
    await expect(engine.selectors({ element })).rejects.toMatchObject(stale);
    await expect(engine.runPattern({ element, call: { pattern: 'invoke' } })).rejects.toMatchObject(stale);
  });

  test('a cancelled call ends at once, before and during its work', async () => {
    const { engine } = desk();
    const done = AbortSignal.abort();
    await expect(engine.listWindows({}, { signal: done })).rejects.toMatchObject({ code: 'cancelled' });
    const soon = new AbortController();
    const started = Date.now();
    const dragging = engine.drag(long, { signal: soon.signal });
    setTimeout(() => soon.abort(), 100);
    await expect(dragging).rejects.toMatchObject({ code: 'cancelled', delivery: 'unknown' });
    expect(Date.now() - started).toBeLessThan(long.durationMs);
  });

  test('a call that takes too long ends at its deadline', async () => {
    const { engine } = desk();
    const started = Date.now();
    await expect(engine.drag(long, { timeoutMs: 200 })).rejects.toMatchObject({ code: 'timeout', delivery: 'unknown' });
    expect(Date.now() - started).toBeLessThan(long.durationMs);
  });

  test('it describes itself and what it found out about the machine', async () => {
    const { engine } = desk();
    const { backend, monitors, processId } = await engine.describe({});
    expect(backend).not.toBe('');
    expect(processId).toBeGreaterThan(0);
    expect(monitors.filter((monitor) => monitor.primary)).toHaveLength(1);
    const checks = await engine.diagnose({});
    expect(checks.length).toBeGreaterThan(0);
    for (const check of checks) expect(check.fix === '').toBe(check.status === 'ok');
  });
}
