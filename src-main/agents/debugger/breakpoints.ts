import type { Breakpoint } from '#contract/model/runs/debug';
import type { WaitingCall } from './call-hold.ts';

/** A caller's earlier calls. */
export interface CallHistory {
  readonly lastFailed: boolean;
  /** How often this very call was made in a row, including this one. */
  readonly times: number;
}

/** Why a breakpoint holds a call, in a sentence; empty if none does. */
export async function whyHeld(
  breakpoint: Breakpoint,
  call: WaitingCall,
  { lastFailed, times }: CallHistory,
): Promise<string> {
  switch (breakpoint.on) {
    case 'tool':
      return fits(breakpoint.name, call.tool) ? `Breakpoint: the tool ${breakpoint.name}.` : '';
    case 'text':
      return holds(JSON.stringify(call.parameters), breakpoint.text) ? `Breakpoint: the text ${breakpoint.text}.` : '';
    case 'window':
      return holds(await call.window(), breakpoint.text) ? `Breakpoint: the window ${breakpoint.text}.` : '';
    case 'element':
      return holds(await call.element(), breakpoint.text) ? `Breakpoint: the element ${breakpoint.text}.` : '';
    case 'act':
      return call.acts ? 'Breakpoint: every act.' : '';
    case 'error':
      return lastFailed ? 'Breakpoint: the call before this one failed.' : '';
    case 'repeat':
      return times >= breakpoint.times ? `Breakpoint: the same call ${times} times in a row.` : '';
    case 'cost':
    case 'tokens':
      return '';
  }
}

export interface Spent {
  readonly tokens: number;
  readonly cost: number | null;
}

/** Why a breakpoint holds the answer with which a task exceeds its spending; empty if none does. */
export function whyHeldAtCost(breakpoint: Breakpoint, before: Spent, now: Spent): string {
  const passes = (from: number, to: number, limit: number) => from < limit && limit <= to;
  if (breakpoint.on === 'tokens' && passes(before.tokens, now.tokens, breakpoint.tokens))
    return `Breakpoint: ${now.tokens} tokens.`;
  if (breakpoint.on === 'cost' && passes(before.cost ?? 0, now.cost ?? 0, breakpoint.dollars))
    return `Breakpoint: the task has cost $${(now.cost ?? 0).toFixed(2)}.`;
  return '';
}

function holds(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

/** `*` matches anything. */
function fits(pattern: string, name: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'i').test(name);
}
