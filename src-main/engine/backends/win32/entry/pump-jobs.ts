import { outlineJob } from '../highlight/outline-window.ts';
import { lowLevelHooksJob } from '../observe/low-level-hooks.ts';
import type { PumpJobs } from '../thread/messages.ts';
import { winEventsJob } from '../windows/list/win-events.ts';

/** Everything that needs messages of Windows. */
export const pumpJobs: PumpJobs = { winEvents: winEventsJob, hooks: lowLevelHooksJob, outline: outlineJob };
