import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { describeElement, hasState, type ElementDetails } from '#contract/model/element';
import type { PatternCall } from '#contract/model/pattern';
import type { ToolContext } from '../../../define-tool.ts';
import { isPassword, isPasswordCalled } from '../../../target/secret-field.ts';
import { defineAction, type ActionResult, type Scan } from '../action.ts';
import { target, wait } from '../fields.ts';
import { describeTarget, locate, look, type Target } from '../locate.ts';
import { elementResult } from '../outcome.ts';

const common = {
  type: 'action',
  effect: 'act',
  idempotent: true,
  oneOf: ['element', 'name', 'control_type', 'automation_id', 'selector'],
} as const;
const input = { ...target, timeout_ms: wait(5_000, 'the element') };

export const setValue = defineAction({
  ...common,
  name: 'set_value',
  title: 'Set a value',
  description:
    'Set the value of a slider, spin button or field in a desktop window directly, without mouse or keyboard, and check that it took it.',
  input: z.object({ ...input, value: z.string().describe('The text, or the number as text.') }),
  sentence: (call) => `Set ${describeTarget(call)} to ${quoted(call.value, Infinity)}`,
  secrets: {
    fields: ['value'],
    async apply(context, call) {
      if (call.element !== undefined) return isPasswordCalled(context, call.element);
      const { matches } = await look(context, call, { windowTitle: '', elements: 0 });
      return matches.length === 0 || matches.some(isPassword);
    },
  },
  perform: (context, call, scan) =>
    change(context, call, scan, (element) => {
      const number = Number(call.value);
      const isNumber = element.patterns.includes('rangeValue') && call.value.trim() !== '' && Number.isFinite(number);
      return isNumber ? { pattern: 'rangeValue', value: number } : { pattern: 'value', value: call.value };
    }),
});

export const setChecked = defineAction({
  ...common,
  name: 'set_checked',
  title: 'Check or uncheck',
  description: 'Check or uncheck a check box, switch, toggle button or radio button in a desktop window.',
  input: z.object({ ...input, checked: z.boolean().describe('The state it shall have.') }),
  sentence: (call) => `${call.checked ? 'Check' : 'Uncheck'} ${describeTarget(call)}`,
  perform: (context, call, scan) =>
    change(context, call, scan, (element) => {
      if (hasState(element, 'checked') === call.checked && !hasState(element, 'mixed')) return null;
      if (element.patterns.includes('toggle')) return { pattern: 'toggle' };
      if (call.checked) return { pattern: 'select' };
      throw new AppError(
        'pattern_not_supported',
        `${describeElement(element)} cannot be unchecked: check another of its group.`,
      );
    }),
});

export const setExpanded = defineAction({
  ...common,
  name: 'set_expanded',
  title: 'Expand or collapse',
  description: 'Expand or collapse a drop-down list, menu, tree item or other expandable element in a desktop window.',
  input: z.object({ ...input, expanded: z.boolean().describe('The state it shall have.') }),
  sentence: (call) => `${call.expanded ? 'Expand' : 'Collapse'} ${describeTarget(call)}`,
  perform: (context, call, scan) =>
    change(context, call, scan, (element) =>
      hasState(element, 'expanded') === call.expanded ? null : { pattern: 'expand', expanded: call.expanded },
    ),
});

/** Finds the element and runs what it needs; nothing where it is so already. */
async function change(
  context: ToolContext,
  wanted: Target & { readonly timeout_ms: number },
  scan: Scan,
  callFor: (element: ElementDetails) => PatternCall | null,
): Promise<ActionResult> {
  const { engine, signal } = context;
  const { window, element } = await locate(context, wanted, scan, { until: Date.now() + wanted.timeout_ms });
  const before = await engine.details({ element: element.id }, { signal });
  const call = callFor(before);
  if (!call) return elementResult(context, window, before, 'It is so already:');
  const after = await engine.runPattern({ element: element.id, call }, { signal });
  return elementResult(context, window, after, 'It is now:');
}
