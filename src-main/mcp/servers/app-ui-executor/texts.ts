import { z } from 'zod';
import { olderNote } from '#contract/model/element';
import { defineTool } from '../../define-tool.ts';
import { listResult } from '../../list-result.ts';
import { resolveForReading } from '../../resolve-target.ts';
import { isSeen } from '../../seen-controls.ts';
import { targetFields } from '../../target-input.ts';
import { namespace } from './namespace.ts';

export const texts = defineTool({
  name: 'texts',
  namespace,
  type: 'action',
  effect: 'observe',
  title: 'Read the texts of a control',
  description: 'Read the texts of a control of a desktop window: its name, and its value where it has one.',
  input: z.object(targetFields),
  async run(context, input) {
    const { element } = await resolveForReading(context, input);
    const now = isSeen(element)
      ? element
      : await context.engine.details({ element: element.id }, { signal: context.signal });
    const found = [now.name, now.value].filter((text): text is string => text !== null && text !== '');
    return listResult([...new Set(found)], 'mayBeOlder' in now ? olderNote : undefined);
  },
});
