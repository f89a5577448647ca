import { reachOf, type Tool } from '../define-tool.ts';
import { findAndType } from '../servers/ui-automation/actions/find-and-type.ts';
import { typeAtFocus } from '../servers/ui-automation/elements/type-at-focus.ts';

const { oneOf: _, ...inField } = findAndType;

/** One tool for text: in a field that is named, or where the focus is. */
export const typeText: Tool = {
  ...inField,
  deniedAs: [typeAtFocus.name],
  sentence: (input) => wayOf(input).sentence?.(input) ?? findAndType.title,
  reach: (input) => reachOf(wayOf(input), input),
  check: (input, settings) => wayOf(input).check?.(input, settings),
  secrets: {
    fields: ['text'],
    apply: async (context, input) => (await wayOf(input).secrets?.apply(context, input)) ?? true,
  },
  run: (context, input) => wayOf(input).run(context, input),
};

const names = ['element', 'name', 'control_type', 'automation_id', 'selector', 'parent'] as const;

function wayOf(input: Readonly<Record<string, unknown>>): Tool {
  return names.some((name) => input[name] !== undefined) ? findAndType : typeAtFocus;
}
