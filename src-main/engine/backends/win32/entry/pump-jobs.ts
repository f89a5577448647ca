import { outlineJob } from '../highlight/outline-window.ts';
import { lowLevelHooksJob } from '../observe/low-level-hooks.ts';
import type { PumpJobs } from '../thread/messages.ts';
import { winEventsJob } from '../windows/list/win-events.ts';

/** All jobs that need Windows messages. */
export const pumpJobs: PumpJobs = { winEvents: winEventsJob, hooks: lowLevelHooksJob, outline: outlineJob };
