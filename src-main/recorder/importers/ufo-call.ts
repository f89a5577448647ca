import type { z } from 'zod';
import { AppError } from '#contract/errors';
import type { Rect } from '#contract/model/geometry';
import type { StepTarget } from '#contract/model/recording';
import type { WindowMatch } from '#contract/model/window';
import type { StepDraft } from './imported.ts';

/** One call of UFO's tools, and what is known beside it. */
export interface UfoCall {
  readonly tool: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The window that the calls before it selected. */
  readonly window: WindowMatch;
  /** What a log says of the element. */
  readonly target?: StepTarget | null;
  readonly windowBounds?: Rect | undefined;
}

/** What a call comes to: steps, another window for those after it, or a reason why it is none. */
export type FromCall =
  { readonly steps: readonly StepDraft[] } | { readonly window: WindowMatch } | { readonly leftOut: string };

/** @throws AppError `invalid_parameter` naming the field */
export function readParameters<S extends z.ZodType>(schema: S, { parameters }: UfoCall): z.output<S> {
  const parsed = schema.safeParse(parameters);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = ['parameters', ...(issue?.path ?? [])].join('.');
  throw new AppError('invalid_parameter', `${field}: ${issue?.message ?? 'unreadable'}`);
}
