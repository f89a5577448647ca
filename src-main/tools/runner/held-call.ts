import { AppError } from '#contract/errors';
import type { CallHold, CallRelease, HeldPlace } from '../../agents/debugger/call-hold.ts';
import type { Caller } from '#contract/model/tools/tool-call';
import { effectOf, type Tool, type ToolResult } from '../define-tool.ts';

type Input = Record<string, unknown>;

export interface HoldableCall {
  readonly hold?: CallHold;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly progress?: (fraction: number, message: string) => void;
}

/** A call as shown to the user. */
export interface ShownCall {
  readonly tool: Tool;
  readonly input: Input;
  readonly shown: Input;
  readonly isSecret: boolean;
  readonly window: () => Promise<string>;
  readonly element: () => Promise<string>;
  readonly place: () => Promise<HeldPlace | null>;
  /** Why other arguments are invalid; empty if they are valid. */
  readonly check: (parameters: Readonly<Input>) => string;
  /** Called once if it is held. */
  readonly onHeld: () => void;
}

/** Longer results, such as a picture in base64, are not shown; characters. */
const mostShown = 200_000;

/** A held call as released. */
export interface ReleasedCall {
  /** Null for its original arguments. */
  readonly parameters: Readonly<Input> | null;
  readonly holdsResult: boolean;
}

/** Progress per elapsed millisecond: so small that any progress of the tool itself is larger. */
const noProgress = 1e-13;

const held = 'Held by the user in Deskscope: it waits until they let it go.';

/**
 * Waits while the user holds agents.
 * @throws AppError `cancelled`; `permission_denied` if the user denied it, or did something else instead
 */
export async function waitWhileHeld(call: HoldableCall, asked: ShownCall): Promise<ReleasedCall> {
  const { hold, caller, signal } = call;
  if (!hold || caller.kind !== 'agent') return { parameters: null, holdsResult: false };
  const { tool, input, shown: parameters, isSecret, window, element, place, check, onHeld } = asked;
  const acts = effectOf(tool, input) !== 'observe';
  const about = { caller, tool: tool.name, acts, parameters, isSecret, window, element, place, check };
  let isHeld = false;
  const waits = () => {
    if (!isHeld) onHeld();
    isHeld = true;
    stillWaits(call, held);
  };
  const release = await hold.hold({ ...about, stillWaits: waits }, signal);
  if (release.do === 'deny' || release.do === 'drop') throw notLetThrough(release);
  return { parameters: release.do === 'edit' ? release.parameters : null, holdsResult: release.holdResult ?? false };
}

const replacedNote = 'The user replaced this result after the call was made; what it did stays done.';

/**
 * The result as released by the user, with a note for the caller if it was replaced: its data, if any, are shown and replaced.
 */
export async function holdResult(call: HoldableCall, tool: Tool, result: ToolResult): Promise<ToolResult> {
  const { hold, caller, signal } = call;
  if (!hold || result.foreign) return result;
  const whole = result.data === undefined ? result.text : JSON.stringify(result.data, null, 2);
  const content = whole.length > mostShown ? `${whole.slice(0, mostShown)}…` : whole;
  const check = (text: string) => {
    if (content !== whole) return 'The result is too long to be replaced.';
    return result.data === undefined ? '' : whyNoJson(text);
  };
  const waiting = { caller, tool: tool.name, content, check, stillWaits: () => stillWaits(call, held) };
  const replaced = await hold.holdResult(waiting, signal);
  if (replaced === content) return result;
  const data = result.data !== undefined && { data: JSON.parse(replaced) as unknown };
  return { ...result, ...data, text: replaced, note: [result.note, replacedNote].filter(Boolean).join('\n') };
}

/** Informs the caller that its call is waiting, each time with slightly more progress. */
export function stillWaits({ progress }: Pick<HoldableCall, 'progress'>, why: string): void {
  progress?.(performance.now() * noProgress, why);
}

function notLetThrough(release: Extract<CallRelease, { readonly do: 'deny' | 'drop' }>): AppError {
  const delivery = 'not_delivered';
  if (release.do === 'deny') {
    return new AppError('permission_denied', 'The user denied this call.', {
      hint: 'Find another way, or ask the user.',
      delivery,
    });
  }
  const did = release.did.join('; ');
  return new AppError('permission_denied', `The user took over before this was done, and did by hand: ${did}.`, {
    hint: 'Look at the window again before you act: it may have changed.',
    delivery,
  });
}

function whyNoJson(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return `The result is no JSON: ${String(error)}`;
  }
}
