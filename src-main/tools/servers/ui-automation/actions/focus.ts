import { z } from 'zod';
import { activate } from '../../../target/windows/target-window.ts';
import { defineAction } from '../action.ts';
import { element } from '../fields.ts';
import { resultAfter } from '../answers/outcome.ts';
import { knownElement } from '../../../target/known-element.ts';
import { word } from '#contract/foreign-text';

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
