import { describe, expect, it } from 'vitest';
import type { Recording, Step } from '#contract/model/recordings/recording';
import { addSteps, clearSteps, emptyRecording, enableSteps, moveStep, removeSteps, updateStep } from './edit.ts';
import { record, redo, startHistory, undo } from './history.ts';

function step(id: string): Step {
  return { id, at: 0, action: { type: 'typeText', text: id }, target: null, window: {}, enabled: true };
}

const recording = addSteps(emptyRecording('fake', '2026-01-01T00:00:00.000Z'), ['a', 'b', 'c'].map(step));
const ids = ({ steps }: Recording) => steps.map(({ id }) => id).join('');

describe('editing', () => {
  it('removes', () => expect(ids(removeSteps(recording, ['b']))).toBe('ac'));

  it.each([
    ['a', 2, 'bca'],
    ['c', 0, 'cab'],
    ['a', 99, 'bca'],
    ['b', 1, 'abc'],
  ])('moves %s to %i', (id, to, order) => expect(ids(moveStep(recording, id, to))).toBe(order));

  it('replaces a step', () => {
    expect(updateStep(recording, { ...step('b'), enabled: false }).steps[1]?.enabled).toBe(false);
    expect(enableSteps(recording, ['a', 'b'], false).steps.map(({ enabled }) => enabled)).toEqual([false, false, true]);
  });

  it('clears a recording without changing its input', () => {
    expect(ids(clearSteps(recording))).toBe('');
    expect(ids(recording)).toBe('abc');
  });

  it('reports that a step does not exist', () => {
    expect(() => removeSteps(recording, ['x'])).toThrow('The recording has no step “x”.');
    expect(() => moveStep(recording, 'x', 0)).toThrow(/no step/);
    expect(() => updateStep(recording, step('x'))).toThrow(/no step/);
    expect(() => enableSteps(recording, ['a', 'x'], false)).toThrow(/no step/);
  });
});

describe('history', () => {
  const history = [2, 3].reduce(record, startHistory(1));

  it('goes back and forth', () => {
    expect(undo(undo(history)).present).toBe(1);
    expect(redo(undo(history)).present).toBe(3);
    expect(redo(redo(undo(undo(history)))).present).toBe(3);
  });

  it('stops at both ends', () => {
    expect(undo(startHistory(1)).present).toBe(1);
    expect(redo(history)).toBe(history);
  });

  it('drops undone states after another change', () => {
    expect(redo(record(undo(history), 9)).present).toBe(9);
  });

  it('ignores a change without a difference', () => expect(record(history, 3)).toBe(history));

  it('is bounded', () => {
    const long = Array.from({ length: 2_000 }, (_, i) => i + 2).reduce(record, startHistory(1));
    expect(long.past).toHaveLength(500);
  });
});
