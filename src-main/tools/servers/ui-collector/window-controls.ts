import { z } from 'zod';
import { harmlessJson } from '#contract/foreign-text';
import { offsetField } from '../../answers/page.ts';
import { defaultDeadlineMs, defineTool } from '../../define-tool.ts';
import { listPage } from '../../list-result.ts';
import { ocrDeadlineMs } from '../../target/in-picture/seen-controls.ts';
import { windowArgument } from '../../target/target-input.ts';
import { windowTag } from '../../target/windows/window-tag.ts';
import { describeControl, fieldList, controlTarget, targetInfo, describeWindow } from './control-info.ts';
import { defaultLimit, listControls, type Listed } from './list-controls.ts';
import { namespace } from './namespace.ts';
import { windowToLookAt } from './selected-window.ts';

export const getAppWindowInfo = defineTool({
  name: 'get_app_window_info',
  namespace,
  type: 'data_collection',
  effect: 'observe',
  title: 'Describe the window',
  description:
    'Describe the selected application window: title, class, process and rectangle [left, top, right, bottom] in physical screen pixels.',
  input: z.object({ field_list: fieldList, window: windowArgument.optional() }),
  async run(context, { field_list, window: query }) {
    const info = describeWindow(await windowToLookAt(context, query), field_list);
    return { text: harmlessJson(info), data: info };
  },
});

const input = z.object({
  field_list: fieldList,
  limit: z.number().int().positive().max(20_000).default(defaultLimit).describe('How many controls at most.'),
  offset: offsetField('controls'),
  read_text: z
    .boolean()
    .default(false)
    .describe(
      'Read the text in the picture as well (OCR, a second or more): it names controls without a name, and what no control tells is listed as a Text that can be clicked.',
    ),
  window: windowArgument.optional(),
});

const deadlineMs = ({ read_text }: z.output<typeof input>) => (read_text ? ocrDeadlineMs : defaultDeadlineMs);

export const getAppWindowControlsInfo = defineTool({
  name: 'get_app_window_controls_info',
  namespace,
  type: 'data_collection',
  effect: 'observe',
  title: 'List controls',
  description:
    'List the controls of the selected window: buttons, fields, menu items and so on, each with the id (label) that click_input and the other actions take. Rectangles are [left, top, right, bottom] in physical screen pixels.',
  input,
  deadlineMs,
  async run(context, { field_list, limit, offset, read_text, window: query }) {
    const window = await windowToLookAt(context, query);
    const { all, note } = await listControls(context, window, read_text);
    const shape = ([id, control]: Listed) => ({
      ...describeControl(control, window, field_list),
      label: id,
      window: windowTag(window),
    });
    return listPage(all, shape, { what: 'controls', offset, limit, room: context.room, note });
  },
});

export const getAppWindowControlsTargetInfo = defineTool({
  name: 'get_app_window_controls_target_info',
  namespace,
  type: 'data_collection',
  effect: 'observe',
  title: 'List controls as targets',
  description:
    'List the controls of the selected window as targets: kind, name, id, type and rect [left, top, right, bottom] in physical screen pixels. The ids are those that click_input and the other actions take.',
  input,
  deadlineMs,
  output: z.array(targetInfo),
  async run(context, { limit, offset, read_text, window: query }) {
    const window = await windowToLookAt(context, query);
    const { all, note } = await listControls(context, window, read_text);
    const shape = ([id, control]: Listed) => ({ ...controlTarget(id, control), window: windowTag(window) });
    return listPage(all, shape, { what: 'controls', offset, limit, room: context.room, note });
  },
});
