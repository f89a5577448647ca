import type { Delivery, WireError } from '../errors.ts';
import type { Rect } from './geometry.ts';
import type { Caller } from './tool-call.ts';

export const traceVersion = 1;

/** How a tool found its element. */
export interface Resolution {
  readonly selector: string;
  readonly matchCount: number;
  readonly attempts: number;
  readonly elapsedMs: number;
  readonly bounds: Rect | null;
  /** The alternative that was used where the primary selector failed; never silent. */
  readonly healedFrom?: string;
}

/** One line of a trace file (`trace.jsonl`). Pictures are named by the file they are stored in, beside it. */
export type TraceEvent =
  | {
      readonly type: 'start';
      readonly version: number;
      readonly run: string;
      readonly at: string;
      readonly title: string;
    }
  | {
      readonly type: 'before';
      readonly call: number;
      readonly at: string;
      readonly tool: string;
      readonly caller: Caller;
      readonly parameters: Readonly<Record<string, unknown>>;
      readonly decision: 'allowed' | 'granted' | 'denied' | 'refused';
      /** Missing in traces of before it was written. */
      readonly decidedBy?: string;
      readonly picture?: string;
    }
  | {
      readonly type: 'after';
      readonly call: number;
      readonly at: string;
      readonly elapsedMs: number;
      readonly text: string;
      readonly error?: WireError;
      readonly delivery?: Delivery;
      readonly resolution?: Resolution;
      readonly picture?: string;
    }
  | { readonly type: 'end'; readonly at: string };
