import { expect, test } from 'vitest';
import type { PatternCall } from '#contract/model/elements/pattern';
import { elementOf, windowOf, type Desk, type Spot } from '../desk.ts';

export function patternsContract(desk: () => Desk): void {
  const details = async (spot: Spot) => desk().engine.details({ element: (await elementOf(desk(), spot)).id });
  const run = async (spot: Spot, call: PatternCall) =>
    desk().engine.runPattern({ element: (await elementOf(desk(), spot)).id, call });
  const frameOf = (title: string) => ({ title, selector: 'role=Window nth=0' });

  test('a disabled element is refused before it is asked', async () => {
    const { call, ...spot } = desk().disabled;
    const before = await details(spot);
    expect(before.patterns).toContain(call.pattern);
    await expect(run(spot, call)).rejects.toMatchObject({
      code: 'pattern_not_supported',
      delivery: 'not_delivered',
      hint: expect.stringContaining('disabled') as string,
    });
    expect((await details(spot)).states).toEqual(before.states);
  });

  test('text is selected, the caret is placed, and what cannot be is refused', async () => {
    const { editor } = desk();
    await run(editor, { pattern: 'value', value: 'one\nzwei 漢字' });
    const selected = await run(editor, { pattern: 'text', select: { start: 4, end: 8 } });
    expect(selected.text).toMatchObject({
      length: 11,
      multiline: true,
      selectedText: 'zwei',
      selections: [{ start: 4, end: 8 }],
    });
    const placed = await run(editor, { pattern: 'text', select: { start: 2, end: 2 } });
    expect(placed.text).toMatchObject({ caret: 2, selections: [], selectedText: '' });
    const beyond = run(editor, { pattern: 'text', select: { start: 0, end: 12 } });
    await expect(beyond).rejects.toMatchObject({ code: 'invalid_parameter', delivery: 'not_delivered' });
    await run(editor, { pattern: 'value', value: '' });
  });

  test('a table tells its size, its headers and its cells', async () => {
    const { engine, table: spot } = desk();
    const { id: element, table, patterns } = await details(spot);
    expect(patterns).toEqual(expect.arrayContaining(['grid', 'table']));
    expect(table?.columnHeaders).toHaveLength(table?.columns ?? 0);
    const { row, column, name } = spot.cell;
    const cell = await engine.cell({ element, row, column });
    expect(cell.name).toBe(name);
    expect((await engine.details({ element: cell.id })).cell).toEqual({ row, column, rowSpan: 1, columnSpan: 1 });
    const outside = engine.cell({ element, row: table?.rows ?? 0, column: 0 });
    await expect(outside).rejects.toMatchObject({ code: 'not_found' });
    const inside = engine.cell({ element: cell.id, row: 0, column: 0 });
    await expect(inside).rejects.toMatchObject({ code: 'pattern_not_supported' });
  });

  test('a frame moves its window, and only a frame does', async () => {
    const { title, seven } = desk().calculator;
    const { bounds } = await windowOf(desk(), title);
    const moved = await run(frameOf(title), { pattern: 'transform', x: bounds.x + 20, y: bounds.y + 30 });
    expect(moved.patterns).toEqual(expect.arrayContaining(['window', 'transform']));
    expect((await windowOf(desk(), title)).bounds).toMatchObject({ x: bounds.x + 20, y: bounds.y + 30 });
    await run(frameOf(title), { pattern: 'transform', x: bounds.x, y: bounds.y });
    const button = run({ title, selector: seven }, { pattern: 'transform', x: 0 });
    await expect(button).rejects.toMatchObject({ code: 'pattern_not_supported', delivery: 'not_delivered' });
  });

  test('an element reports whose it is', async () => {
    const { title, seven } = desk().calculator;
    const { processId } = await windowOf(desk(), title);
    const { toolkit, runtimeId, id, ...facts } = await details({ title, selector: seven });
    expect(facts.processId).toBe(processId);
    expect(toolkit?.name).not.toBe('');
    expect(id).toContain(runtimeId);
  });
}
