import type { ModelUsage } from '#contract/model/agents/agent';
import type { ModelPart, ModelPicture } from '../model.ts';
import type { Row, Seen } from './calls.ts';

/** One act that a model asks for, in its own words. */
export interface Call {
  readonly id: string;
  readonly name: string;
  readonly given: unknown;
  /** What its provider requires a person to allow first, in the provider's sentences. */
  readonly checks: readonly string[];
}

/** What a model said. */
export interface ParsedReply {
  readonly text: string;
  readonly calls: readonly Call[];
  /** The verbatim items with which its thread continues. */
  readonly items: readonly object[];
  readonly usage: Omit<ModelUsage, 'cost'>;
}

export interface Asked {
  readonly modelId: string;
  readonly system: string;
  readonly items: readonly object[];
  /** The latest. */
  readonly picture: ModelPicture;
}

/** The language in which a provider's models use a computer. */
export interface Dialect {
  /** Under the provider's address. */
  readonly request: (asked: Asked) => {
    readonly path: string;
    readonly body: object;
    readonly headers: Readonly<Record<string, string>>;
  };
  readonly keyHeader: (key: string) => Readonly<Record<string, string>>;
  /** What a thread begins with. */
  readonly begin: (parts: readonly ModelPart[]) => readonly object[];
  /** The results of the calls, in words, and the picture afterwards. */
  readonly answer: (reply: ParsedReply, spoken: string, picture: ModelPicture) => readonly object[];
  /** @throws ZodError for an invalid answer */
  readonly read: (body: unknown) => ParsedReply;
  /** The unit of its coordinates. */
  readonly grid: (picture: ModelPicture) => Seen['grid'];
  /** Each act there is, as calls of our tools. */
  readonly acts: Readonly<Record<string, Row>>;
}

export function base64(picture: ModelPicture): string {
  return Buffer.from(picture.bytes).toString('base64');
}
