import type { ModelUsage } from '#contract/model/agents/agent';
import type { Rect } from '#contract/model/geometry';
import type { PictureLimits } from './pictures.ts';

/** A picture for a model, already of the size that it is to be seen in. */
export interface ModelPicture {
  readonly type: 'picture';
  /** What it shows, e.g. `Current Screenshot:`. */
  readonly label: string;
  readonly bytes: Uint8Array;
  readonly mimeType: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
  /** What it shows, in screen pixels; null if nobody knows. */
  readonly bounds: Rect | null;
}

export type ModelPart = { readonly type: 'text'; readonly text: string } | ModelPicture;

export interface ModelRequest {
  readonly system: string;
  readonly parts: readonly ModelPart[];
  /** JSON Schema of the answer; a model that cannot be held to one is told it in words. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** What the schema describes, for providers that want a name: letters and underscores. */
  readonly schemaName: string;
  /** For models that go on from what was said before; missing for a question of its own. */
  readonly thread?: {
    /** Of one agent's work on one sub-task. */
    readonly id: string;
    /** What came of the last answer, in words. */
    readonly results: readonly string[];
    /** The last answer was not followed, as a person did not allow it. */
    readonly refused: boolean;
  };
}

export interface ModelReply {
  /** As the model wrote it: mostly JSON, and not yet looked at. */
  readonly text: string;
  readonly usage: ModelUsage;
}

/**
 * One model, wherever it is. A request to it is retried by itself where that can help (429, 5xx, a cut line), for as long
 * as the signal lets it.
 */
export interface Model {
  /** `provider:model`. */
  readonly name: string;
  /** Larger pictures are scaled by who makes them. */
  readonly pictures: PictureLimits;
  /** Set for one that answers in acts at places of a picture: the prompt asks it for no form, and the controls tell it nothing. */
  readonly dialect?: 'computer';
  /** @throws AppError `cancelled`, `timeout`, `model_error` */
  ask(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>;
}

/** US dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** In US dollars; null if no price is known. */
export function costOf(
  { inputTokens, outputTokens }: { readonly inputTokens: number; readonly outputTokens: number },
  price: Price | null,
): number | null {
  return price && (inputTokens * price.input + outputTokens * price.output) / 1e6;
}
