import { oneLine } from '../../foreign-text.ts';

/** What a list reports about a call. */
export interface CallWords {
  /** `click_element` for `action::click_element`. */
  readonly tool: string;
  /** What it acts on, or where it failed what it looked for. */
  readonly target: string;
  /** The first sentence of why it failed; empty if it did not. */
  readonly why: string;
}

/** A tool call in words, alike wherever calls are listed: window, page and terminal. */
export function callWords(call: {
  readonly tool: string;
  readonly target: string;
  readonly error?: string | undefined;
}): CallWords {
  return { tool: shortTool(call.tool), target: oneLine(call.target), why: firstSentence(oneLine(call.error ?? '')) };
}

/** `click_element` for `action::click_element`. */
export function shortTool(tool: string): string {
  return tool.replace(/^.*::/, '');
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
}
