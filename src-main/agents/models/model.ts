import type { ModelUsage } from '#contract/model/agents/agent';
import type { Rect } from '#contract/model/geometry';
import type { PictureLimits } from './pictures.ts';

/** A picture for a model, already in its final size. */
export interface ModelPicture {
  readonly type: 'picture';
  /** What it shows, e.g. `Current Screenshot:`. */
  readonly label: string;
  readonly bytes: Uint8Array;
  readonly mimeType: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
  /** The screen area that it shows, in pixels; null if unknown. */
  readonly bounds: Rect | null;
}

export type ModelPart = { readonly type: 'text'; readonly text: string } | ModelPicture;

export interface ModelRequest {
  readonly system: string;
  readonly parts: readonly ModelPart[];
  /** JSON Schema of the answer; a model without support for schemas gets it in words. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** What the schema describes, for providers that want a name: letters and underscores. */
  readonly schemaName: string;
  /** For models that keep a thread; undefined for a single question. */
  readonly thread?: {
    /** Of one agent's work on one sub-task. */
    readonly id: string;
    /** The results of the last answer, in words. */
    readonly results: readonly string[];
    /** The last answer was not followed because the user declined. */
    readonly refused: boolean;
  };
}

export interface ModelReply {
  /** The model's raw text: mostly JSON, not parsed yet. */
  readonly text: string;
  readonly usage: ModelUsage;
}

/**
 * One model, local or remote. It retries a request where that can help (429, 5xx, a broken connection), until the
 * signal aborts.
 */
export interface Model {
  /** `provider:model`. */
  readonly name: string;
  /** The caller scales larger pictures. */
  readonly pictures: PictureLimits;
  /** Set for a model that acts at points of a picture: it needs neither an answer format nor the list of controls. */
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
