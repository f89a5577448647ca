import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '#contract/errors';
import { action, type ActionType } from '#contract/model/schemas/action';
import { parseRecording, type Step, type StepTarget } from '#contract/model/recordings/recording';
import { specRecording } from '../recorder/testing/spec-recording.ts';
import { allTools } from '../tools/registry.ts';
import { parseInput } from '../tools/arguments/parse-input.ts';
import type { Dialect, StepDraft } from './dialect.ts';
import { secretPlaceholder } from './element.ts';
import { readCall } from './read-call.ts';
import { steps } from './steps.ts';
import { ufo } from './ufo.ts';
import { uiAutomation } from './ui-automation.ts';

const kept = path.join(import.meta.dirname, '../recorder/testing/kept/recording.json');
const desktop = parseRecording(JSON.parse(readFileSync(kept, 'utf8')));
const all = [...desktop.steps, ...specRecording.steps].filter(
  // No recording has a selector by a name that its element lacks.
  ({ enabled, target }) => enabled && !(target?.name === '' && target.selectors[0]?.kind === 'name'),
);

const write = (dialect: Dialect, step: Step) => dialect.write(step, secretPlaceholder);
const read = (dialect: Dialect, step: Step): readonly StepDraft[] => {
  const { tool, parameters } = write(dialect, step);
  // As stored in a file.
  const found = readCall({ tool, parameters: JSON.parse(JSON.stringify(parameters)) as object as never, window: {} });
  return 'steps' in found ? found.steps : [];
};
const asStep = (draft: StepDraft): Step => ({ id: 'x', at: 0, enabled: true, ...draft });

/** Null if the dialect cannot express the step. */
function writtenOrNull(dialect: Dialect, step: Step) {
  try {
    return write(dialect, step);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** For an element, a call has its selectors and, if they do not contain it, its name; some calls also have its size. */
const element = (target: StepTarget | null | undefined, withSize: boolean) =>
  target && {
    selectors: target.selectors.map(({ selector }) => selector),
    ...(target.selectors[0]?.kind !== 'identity' && target.name && { name: target.name }),
    ...(withSize && target.bounds && { size: [target.bounds.width, target.bounds.height] }),
  };

it('tries every action', () => {
  const types = new Set(all.map((step) => step.action.type));
  expect(types).toEqual(new Set<ActionType>(action.options.map((option) => option.shape.type.value)));
});

describe.each([
  ['steps', steps],
  ['ufo', ufo],
  ['ui_automation', uiAutomation],
])('%s', (_, dialect) => {
  it('writes only parameters that its tools accept', () => {
    for (const step of all) {
      const call = writtenOrNull(dialect, step);
      if (!call) continue;
      const tool = allTools.find(({ name }) => name === call.tool)!;
      expect(() => parseInput(tool, call.parameters), JSON.stringify(call)).not.toThrow();
      expect(dialect.readers[call.tool]?.namespace).toBe(tool.namespace);
      expect(dialect.readers[call.tool]?.input).toBe(tool.input);
    }
  });

  it('writes a step that it has read the same way again', () => {
    let same = 0;
    for (const step of all) {
      const call = writtenOrNull(dialect, step);
      const drafts = call ? read(dialect, step) : [];
      if (!call || drafts.length !== 1) continue;
      const again = write(dialect, asStep(drafts[0]!));
      expect(again, JSON.stringify(step.action)).toEqual({ ...call, parameters: nearly(call.parameters) });
      same++;
    }
    expect(same).toBeGreaterThan(0);
  });
});

/** Rounds fractions of a window to whole pixels. */
function nearly(parameters: Readonly<Record<string, unknown>>): object {
  const entries = Object.entries(parameters).map(([key, value]) => {
    const isFraction = /^((start|end)_)?[xy]$/.test(key) && !Number.isInteger(value);
    return [key, isFraction ? (expect.closeTo(value as number, 2) as unknown) : value];
  });
  return Object.fromEntries(entries) as object;
}

it('steps express everything about a step except the opener of its window and the reliability of its selectors', () => {
  for (const step of all) {
    const [draft, ...others] = read(steps, step);
    expect(others).toEqual([]);
    const { type } = step.action;
    const isDragged = write(steps, step).tool === 'step_drag_element';
    // The distance is in the call; its start follows from the element's position.
    const isPlaced = step.target === null || step.target.bounds !== null;
    if (!isDragged && isPlaced) expect(draft!.action).toEqual(step.action);
    const withSize = ['click', 'hover', 'drag'].includes(type) || (type === 'scroll' && 'at' in step.action);
    expect(element(draft!.target, true)).toEqual(element(step.target, withSize));
    const { title, app, className, role, owner } = step.window;
    expect(draft!.window).toEqual({
      ...(title && { title }),
      ...(app && { app }),
      ...(className && { className }),
      ...(role && { role }),
      ...(owner && { owner }),
    });
    expect(draft!.expected).toEqual(step.expected);
    expect(draft!.timeoutMs).toEqual(step.timeoutMs);
    expect(draft!.until?.selectors[0]?.selector).toEqual(step.until?.selectors[0]?.selector);
    expect(element(draft!.onto, true)).toEqual(element(step.onto?.bounds && step.onto, true));
    expect(draft!.ontoWindow?.match).toEqual(step.ontoWindow?.match);
  }
});

it('steps read with the original step known equal that step', () => {
  for (const step of all) {
    const found = readCall({ ...step, ...write(steps, step), window: {} });
    const [draft] = 'steps' in found ? found.steps : [];
    expect({ ...step, ...draft }).toEqual(step);
  }
});

describe('UFO', () => {
  const cannot: readonly ActionType[] = ['hover'];

  it('expresses no hover, and no drag into another window', () => {
    for (const step of desktop.steps) {
      const isExpressible = !cannot.includes(step.action.type) && !step.ontoWindow;
      expect(writtenOrNull(ufo, step) !== null, JSON.stringify(step.action)).toBe(isExpressible);
    }
  });

  it('loses exactly what the gaps of each step name', () => {
    for (const step of all) {
      if (!writtenOrNull(ufo, step)) continue;
      const [draft, ...others] = read(ufo, step);
      // Checks are not among its calls, and a text with line breaks becomes several key presses.
      if (!draft || others.length > 0) continue;
      expect(expressed(draft.action, draft), JSON.stringify(step.action)).toEqual(expressed(step.action, step));
    }
  });

  /** An action without the gaps of {@link ufo}: position and hold of a click, way and ends of a drag, folder of a start. */
  function expressed(act: Step['action'], { target }: Pick<Step, 'target'>): unknown {
    switch (act.type) {
      case 'click': {
        const { at: _, holdMs: __, ...click } = act;
        return { ...click, onElement: target !== null };
      }
      case 'drag':
        return { type: act.type, button: act.button };
      case 'scroll':
        return { type: act.type, notches: act.notches };
      case 'launch': {
        const { folder: _, ...launch } = act;
        return launch;
      }
      case 'typeText':
        return { ...act, text: act.text.replace(/\r\n?/g, '\n') };
      case 'hover':
      case 'setText':
      case 'pressKeys':
      case 'window':
      case 'placeWindow':
      case 'expect':
      case 'wait':
        return act;
    }
  }
});

describe('ui_automation', () => {
  it('expresses left clicks on elements and texts only', () => {
    for (const step of desktop.steps) {
      const { action: act, target } = step;
      const isPlain = act.type === 'click' && act.button === 'left' && act.count === 1;
      const isExpressible = target !== null && (isPlain || act.type === 'setText' || act.type === 'typeText');
      expect(writtenOrNull(uiAutomation, step) !== null, JSON.stringify(act)).toBe(isExpressible);
      if (!isExpressible) continue;
      const [draft] = read(uiAutomation, step);
      expect(draft).toMatchObject({ action: act.type === 'click' ? { type: 'click', button: 'left' } : act });
      expect(draft!.target).toMatchObject({ controlType: target.controlType, name: target.name });
    }
  });

  it('also reads its own tools, with the properties that the contract lacks', () => {
    const read = (tool: string, parameters: Readonly<Record<string, unknown>>) => {
      const found = readCall({ tool, parameters, window: { title: 'Form' } });
      return (
        'steps' in found && found.steps.map(({ action: act, target, window }) => [act, target?.name, window.title])
      );
    };
    const click = { type: 'click', button: 'right', count: 2, modifiers: ['ctrl'], at: { x: 0, y: 0 } };
    expect(read('click_element', { name: 'Send', button: 'right', double: true, modifiers: ['ctrl'] })).toEqual([
      [click, 'Send', 'Form'],
    ]);
    expect(read('type_text', { name: 'Name', text: 'Anna', press_enter: true })).toEqual([
      [{ type: 'setText', text: 'Anna' }, 'Name', 'Form'],
      [{ type: 'pressKeys', keys: 'Enter', repeat: 1 }, 'Name', 'Form'],
    ]);
    expect(read('type_text', { selector: 'id="name"', text: 'Anna', clear_first: false, window: 'Other' })).toEqual([
      [{ type: 'typeText', text: 'Anna' }, '', 'Other'],
    ]);
  });

  it('reads a wait for an element as an expectation', () => {
    const parameters = { action: 'wait_for', name: 'Saved', controlType: 'Text' };
    expect(readCall({ tool: 'ui_automation', parameters, window: {} })).toMatchObject({
      steps: [{ action: { type: 'expect' }, expected: [{ type: 'shows', element: { name: 'Saved' } }] }],
    });
  });
});
