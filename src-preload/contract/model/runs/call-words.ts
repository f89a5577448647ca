import { oneLine } from '../../foreign-text.ts';

/** A call's facts for a list. */
export interface CallWords {
  /** `click_element` for `action::click_element`. */
  readonly tool: string;
  /** Its target, or for a failed call its query. */
  readonly target: string;
  /** First sentence of the failure; empty if none. */
  readonly why: string;
}

/** A tool call in words, the same in window, page and terminal. */
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
