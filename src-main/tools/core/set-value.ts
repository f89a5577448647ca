import { z } from 'zod';
import { AppError } from '#contract/errors';
import { deadlineOf, type Tool } from '../define-tool.ts';
import { setChecked, setExpanded, setValue } from '../servers/ui-automation/elements/setting.ts';

const ways: Readonly<Record<string, Tool>> = { value: setValue, checked: setChecked, expanded: setExpanded };

const shape = setValue.input.extend({
  value: z.string().optional(),
  checked: z.boolean().optional(),
  expanded: z.boolean().optional(),
});

/** One tool for what three set directly: a value, a tick, whether it is open. */
export const setState: Tool = {
  ...setValue,
  input: shape,
  deniedAs: [setChecked.name, setExpanded.name],
  sentence: (input) => wayOf(input).sentence?.(input) ?? setValue.title,
  check: (input, settings) => wayOf(input).check?.(input, settings),
  deadlineMs: (input) => deadlineOf(wayOf(input), input),
  secrets: {
    fields: ['value'],
    apply: async (context, input) =>
      input['value'] !== undefined &&
      (setValue.secrets === undefined || (await setValue.secrets.apply(context, input))),
  },
  run: (context, input) => wayOf(input).run(context, input),
};

/** @throws AppError `invalid_parameter` where it is not exactly one */
function wayOf(input: Readonly<Record<string, unknown>>): Tool {
  const [way, ...others] = Object.entries(ways).filter(([field]) => input[field] !== undefined);
  if (way && others.length === 0) return way[1];
  throw new AppError(
    'invalid_parameter',
    'set_value: exactly one of “value”, “checked”, “expanded” is set at a time.',
    {
      delivery: 'not_delivered',
      data: { fields: Object.keys(ways) },
    },
  );
}
