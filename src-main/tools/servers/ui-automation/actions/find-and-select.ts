import { z } from 'zod';
import type { ControlType } from '#contract/model/elements/element';
import { activate } from '../../../target/windows/target-window.ts';
import { defineAction } from '../action.ts';
import { chooseOption, unreadNote } from '../drop-down/choose-option.ts';
import { fieldMeant } from '../field-meant.ts';
import { target, wait } from '../fields.ts';
import { describeTarget, locate } from '../locate.ts';
import { resultAfter } from '../answers/outcome.ts';
import { quoted } from '#contract/foreign-text';

const holders: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['ComboBox', 'List', 'Tree', 'Table', 'DataGrid', 'Tab', 'Menu', 'MenuBar', 'Group'] as const),
]);

const { control_type: _, ...withoutType } = target;

export const findAndSelect = defineAction({
  action: 'find_and_select',
  name: 'select_option',
  type: 'action',
  effect: 'act',
  title: 'Select an option',
  description:
    'Select an option of a drop-down list, list, tree, table or tab bar in a desktop window: the list by ref, name, automation id or selector, the option by its text.',
  input: z.object({
    ...withoutType,
    value: z.string().min(1).describe('The text of the option.'),
    timeout_ms: wait(5_000, 'the list'),
  }),
  oneOf: ['name', 'automation_id', 'selector', 'element'],
  sentence: (input) => `Select ${quoted(input.value, Infinity)} in ${describeTarget(input)}`,
  async perform(context, input, scan) {
    const until = Date.now() + input.timeout_ms;
    const { window, element: named } = await locate(context, input, scan, { until, prefer: [holders] });
    const element = await fieldMeant(context, named);
    const front = await activate(context, window);
    const option = await chooseOption(context, front, element, input.value);
    const result = await resultAfter(context, front, element, `Selected ${quoted(option.name)} in`);
    return option.unread ? { ...result, note: unreadNote } : result;
  },
});
