import type { WindowInfo } from '#contract/model/windows/window';
import type { Uptake, UptakeLimits } from '../../../../backend.ts';
import { isStopped } from '../../processes/process.ts';
import { parseWindowId } from '../display/ids.ts';
import type { Ping } from './ping.ts';

/** The process that answers hands its input on to others, of whom no one hears. */
const ofSeveralProcesses: readonly string[] = ['chromium', 'electron', 'firefox'];

/** How far the app of a window has come with its input, by what it answers and what the kernel says of its process. */
export async function uptakeOf(ping: Ping, window: WindowInfo, { timeoutMs, signal }: UptakeLimits): Promise<Uptake> {
  const answer = await ping.ask(parseWindowId(window.id), timeoutMs, signal);
  if (answer === 'answered') return ofSeveralProcesses.includes(window.toolkit) ? 'unknown' : 'taken';
  if (await isStopped(window.processId)) return 'stopped';
  return answer === 'silent' ? 'busy' : 'unknown';
}
