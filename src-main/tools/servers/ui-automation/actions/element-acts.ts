import { z } from 'zod';
import { word, quoted } from '#contract/foreign-text';
import { AppError } from '#contract/errors';
import { isInView } from '#contract/model/elements/element-query';
import { activate } from '../../../target/windows/target-window.ts';
import { knownElement, knownDetails } from '../../../target/known-element.ts';
import { isPasswordCalled } from '../../../target/secret-field.ts';
import { defineAction } from '../action.ts';
import { element, target, wait } from '../fields.ts';
import { resultAfter, elementResult } from '../answers/outcome.ts';
import { lines } from '../../../answers/page.ts';
import { unreportedNote } from '../../../input/text-place.ts';
import { toPatternCall } from '../patterns.ts';
import { describeTarget, locate } from '../locate.ts';
import { reveal, revealBySearch } from '../reveal.ts';

export const scrollIntoView = defineAction({
  action: 'scroll_into_view',
  name: 'scroll_into_view',
  type: 'action',
  effect: 'act',
  destructive: false,
  idempotent: true,
  title: 'Scroll into view',
  description:
    'Scroll a list, table, tree or pane of a desktop window until an element can be seen; what is not there yet is looked for from the top to the end.',
  input: z.object({ ...target, timeout_ms: wait(10_000, 'it to come into view') }),
  oneOf: ['element', 'name', 'control_type', 'automation_id', 'selector'],
  sentence: (input) => `Scroll to ${describeTarget(input)}`,
  async perform(context, input, scan) {
    const until = Date.now() + input.timeout_ms;
    const found = await locate(context, input, scan, { until: 0 }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'element_not_found') return null;
      throw error;
    });
    if (found && isInView(found.element)) {
      return elementResult(context, found.window, found.element, 'Already in view:');
    }
    const { window, element } = found
      ? { ...found, element: await reveal(context, found.element, until) }
      : await revealBySearch(context, input, scan, until);
    return elementResult(context, window, element, 'In view:');
  },
});

export const invoke = defineAction({
  action: 'invoke',
  name: 'invoke_pattern',
  type: 'action',
  effect: 'act',
  title: 'Invoke a pattern',
  description:
    'Invoke, toggle, expand, select or set an element of a desktop window through an accessibility pattern, without mouse or keyboard, and check that it followed.',
  input: z.object({
    element,
    pattern: z
      .string()
      .min(1)
      .describe(
        'Invoke, Toggle, ExpandCollapse, Value, RangeValue, SelectionItem, Selection, Scroll, ScrollItem, MultipleView, Dock or Window.',
      ),
    value: z
      .string()
      .optional()
      .describe(
        'What the pattern needs: the text for Value, the number for RangeValue, percent for Scroll, expand or collapse, only/add/remove for SelectionItem, all/none for Selection, the name of the view for MultipleView, the side for Dock, close/minimize/maximize/restore for Window.',
      ),
  }),
  sentence: ({ element, pattern, value }) =>
    `Run ${pattern}${value === undefined ? '' : ` with ${quoted(value, Infinity)}`} on the element ${word(element)}`,
  secrets: {
    fields: ['value'],
    async apply(context, input) {
      if (input.value === undefined) return false;
      return isPasswordCalled(context, input.element);
    },
  },
  async perform(context, input, scan) {
    const { engine, signal } = context;
    const { window, element: before } = await knownDetails(context, input.element);
    scan.windowTitle = window.title;
    const call = toPatternCall(input.pattern, input.value, before);
    const after = await engine.runPattern({ element: before.id, call }, { signal });
    const result = await elementResult(context, window, after, `Ran ${input.pattern} on`);
    return call.pattern === 'value' ? { ...result, note: lines(result.note, unreportedNote(after)) } : result;
  },
});

export const focus = defineAction({
  action: 'focus',
  name: 'focus_element',
  type: 'action',
  effect: 'act',
  destructive: false,
  idempotent: true,
  title: 'Focus an element',
  description: 'Give the keyboard focus to an element of a desktop window; its window is brought to the front.',
  input: z.object({ element }),
  sentence: (input) => `Focus the element ${word(input.element)}`,
  async perform(context, input, scan) {
    const { engine, signal } = context;
    const { window, element: before } = await knownElement(context, input.element);
    scan.windowTitle = window.title;
    const front = await activate(context, window);
    await engine.focusElement({ element: before.id }, { signal });
    return resultAfter(context, front, before, 'Focused');
  },
});
