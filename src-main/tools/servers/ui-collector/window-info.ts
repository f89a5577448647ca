import { z } from 'zod';
import { defineTool } from '../../define-tool.ts';
import { windowArgument } from '../../target/target-input.ts';
import { describeWindow, fieldList } from './control-info.ts';
import { namespace } from './namespace.ts';
import { windowToLookAt } from './selected-window.ts';
import { harmlessJson } from '#contract/foreign-text';

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
