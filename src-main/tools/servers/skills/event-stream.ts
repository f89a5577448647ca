import { z } from 'zod';
import { quoted } from '#contract/foreign-text';
import { toHandle } from '#contract/model/windows/window-query';
import { defineTool, type ToolResult } from '../../define-tool.ts';
import type { EventStreamStatus } from '../../skill-host.ts';
import { whichWindow } from '../../target/windows/target-window.ts';
import { hostOf, noWindow } from './skills.ts';

const namespace = 'EventStream';

/** Names and answers of Codex' Record & Replay (server `event-stream`). */
export const eventStreamStart = defineTool({
  name: 'event_stream_start',
  namespace,
  type: 'action',
  effect: 'program',
  reach: { actsIn: () => noWindow },
  title: 'Record what the user does',
  description:
    'Ask the user to show a task: records what they do for up to 30 minutes and makes a skill of it. Then end your turn, and call event_stream_status once they say that they are done. A recording under way is returned, not replaced.',
  input: z.object({
    goal: z.string().max(300).default('').describe('What the task is called, for the user and the skill.'),
    window_id: z.string().optional().describe('Record only this window: its handle.'),
    app_id: z.string().optional().describe('Record only the window of this program.'),
  }),
  sentence: ({ goal }) =>
    `Record what you do, for up to 30 minutes, and hand over the steps${goal ? ` of ${quoted(goal)}` : ''}. What looks like a secret is left out.`,
  destructive: false,
  idempotent: true,
  async run(context, { goal, window_id: handle, app_id: app }) {
    const host = hostOf(context);
    const named = { ...(handle !== undefined && { handle: toHandle(handle) }), ...(app !== undefined && { app }) };
    const window = Object.keys(named).length > 0 ? await whichWindow(context, named) : null;
    return answerOf(await host.start({ goal, window: window?.id ?? null }, context.signal));
  },
});

export const eventStreamStatus = defineTool({
  name: 'event_stream_status',
  namespace,
  type: 'data_collection',
  effect: 'observe',
  reach: { shows: 'names' },
  title: 'Status of the recording',
  description:
    'Get the recording under way, or the last one: whether it has ended, its files, and the skill that it became.',
  input: z.object({}),
  run: async (context) => answerOf(await hostOf(context).status()),
});

export const eventStreamStop = defineTool({
  name: 'event_stream_stop',
  namespace,
  type: 'action',
  effect: 'observe',
  reach: { shows: 'names' },
  title: 'Stop the recording',
  description: 'Stop the recording under way, and get its files and the skill that it became.',
  input: z.object({}),
  run: async (context) => answerOf(await hostOf(context).stop()),
});

/** Text first: the same fields are the data. */
function answerOf(status: EventStreamStatus): ToolResult {
  return { text: JSON.stringify(status, null, 2), data: status, note: noteOf(status), jsonAlone: true };
}

function noteOf({ state, isRecording, alreadyActive, skill, leftOut = [] }: EventStreamStatus): string {
  if (alreadyActive) return 'A recording was under way already. Ask the user whether it is the one they mean.';
  if (isRecording)
    return 'Recording. Tell the user to do the task and to press Stop in the record bar. The files are written when it has ended and was searched for secrets.';
  if (state === 'cancelled') return 'The user did not hand over the recording.';
  if (!skill) return state === 'idle' ? 'Nothing was recorded yet.' : 'Nothing was done that could be replayed.';
  const without = leftOut.length > 0 ? ` Left out as secret: ${leftOut.length}.` : '';
  return `It is the skill ${quoted(skill.name)} now: run_skill replays it.${without}`;
}
