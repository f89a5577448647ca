import { expect, test, vi } from 'vitest';
import { elementOf, focusWindow, middleOf, windowOf, type Desk } from '../desk.ts';
import { soon } from '../outcome.ts';

const sample = 'Grüße, 世界 – 7 × 6';

export function actingContract(desk: () => Desk): void {
  const invoke = async (selector: string) => {
    const { id } = await elementOf(desk(), { title: desk().calculator.title, selector });
    return desk().engine.runPattern({ element: id, call: { pattern: 'invoke' } });
  };
  const valueOf = async () => (await elementOf(desk(), desk().editor)).value;

  test('7 × 6 = is 42 by invoking buttons', async () => {
    const { clear, seven, times, six, equals } = desk().calculator;
    for (const selector of [clear, seven, times, six, equals]) await invoke(selector);
    await vi.waitFor(async () => expect(await desk().calculator.result()).toBe('42'), soon);
  });

  test('7 × 6 = is 42 by clicking', async () => {
    const { title, clear, seven, times, six, equals } = desk().calculator;
    await focusWindow(desk(), title);
    for (const selector of [clear, seven, times, six, equals]) {
      const at = await middleOf(desk(), { title, selector });
      await desk().engine.click({ at, button: 'left', count: 1 });
    }
    await vi.waitFor(async () => expect(await desk().calculator.result()).toBe('42'), soon);
  });

  test('a pattern the element has not is refused and named', async () => {
    const { title, seven } = desk().calculator;
    const { id } = await elementOf(desk(), { title, selector: seven });
    const running = desk().engine.runPattern({ element: id, call: { pattern: 'expand', expanded: true } });
    await expect(running).rejects.toMatchObject({ code: 'pattern_not_supported', delivery: 'not_delivered' });
  });

  test('a check box is toggled and back, each time as seen afterwards', async () => {
    const { engine, checkBox } = desk();
    const before = await elementOf(desk(), checkBox);
    const isChecked = before.states.includes('checked');
    const toggle = () => engine.runPattern({ element: before.id, call: { pattern: 'toggle' } });
    expect((await toggle()).states.includes('checked')).toBe(!isChecked);
    expect((await toggle()).states.includes('checked')).toBe(isChecked);
  });

  test('a value is set, and read back as it is', async () => {
    const { engine, editor } = desk();
    const { id } = await elementOf(desk(), editor);
    const after = await engine.runPattern({ element: id, call: { pattern: 'value', value: sample } });
    expect(after.value).toBe(sample);
    expect(await valueOf()).toBe(sample);
    await engine.runPattern({ element: id, call: { pattern: 'value', value: '' } });
  });

  test('text is typed into what has the focus, any characters, and chords work', async () => {
    const { engine, editor } = desk();
    const { id: window } = await focusWindow(desk(), editor.title);
    await engine.click({ at: await middleOf(desk(), editor), button: 'left', count: 1 });
    await engine.pressKeys({ keys: 'ctrl+a', window });
    await engine.typeText({ text: sample, window });
    await vi.waitFor(async () => expect(await valueOf()).toBe(sample), soon);
    await engine.pressKeys({ keys: 'Backspace', repeat: 3, window });
    await vi.waitFor(async () => expect(await valueOf()).toBe(sample.slice(0, -3)), soon);
    await engine.pressKeys({ keys: 'Control+a', window });
    await engine.pressKeys({ keys: 'Delete', window });
    await vi.waitFor(async () => expect(await valueOf()).toBe(''), soon);
  });

  test('keys for a window that is not in front are not sent', async () => {
    const { engine, editor, calculator } = desk();
    const { id: window } = await windowOf(desk(), editor.title);
    await focusWindow(desk(), calculator.title);
    const refused = { code: 'wrong_target_window', delivery: 'not_delivered' };
    await expect(engine.typeText({ text: 'x', window })).rejects.toMatchObject(refused);
    await expect(engine.pressKeys({ keys: 'a', window })).rejects.toMatchObject(refused);
    expect(await valueOf()).not.toContain('x');
  });

  test('a key that is none and a point on no monitor are refused', async () => {
    const { engine } = desk();
    await expect(engine.pressKeys({ keys: 'hyper+a' })).rejects.toMatchObject({ code: 'invalid_parameter' });
    const nowhere = { at: { x: -90_000, y: 5 }, button: 'left', count: 1 } as const;
    await expect(engine.click(nowhere)).rejects.toMatchObject({ code: 'invalid_region', delivery: 'not_delivered' });
  });

  test('the focus goes to the element that is asked to take it', async () => {
    const { engine, editor } = desk();
    await focusWindow(desk(), editor.title);
    const { id } = await elementOf(desk(), editor);
    await engine.focusElement({ element: id });
    await vi.waitFor(async () => expect((await engine.details({ element: id })).states).toContain('focused'), soon);
  });
}
