import { z } from 'zod';
import { isPasswordCalled } from '../../../target/secret-field.ts';
import { defineAction } from '../action.ts';
import { element } from '../fields.ts';
import { elementResult } from '../answers/outcome.ts';
import { toPatternCall } from '../patterns.ts';
import { knownDetails } from '../../../target/known-element.ts';
import { quoted, word } from '#contract/foreign-text';

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
    return elementResult(context, window, after, `Ran ${input.pattern} on`);
  },
});
