import type { AskTool } from '../../tools/runner/ask-tool.ts';

export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** What its value may be, given the arguments chosen so far; the client filters what it was typed so far. */
  readonly values?: (ask: AskTool, chosen: Readonly<Record<string, string>>) => Promise<readonly string[]>;
}

/** A ready-made text that a person puts before their model, made from the desktop as it is. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** @throws AppError */
  text(ask: AskTool, given: Readonly<Record<string, string>>): Promise<string>;
}
