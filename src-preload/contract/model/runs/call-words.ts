import { errorCatalog } from '../../errors.ts';
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
  const { tool, target, error = '' } = call;
  return { tool: shortTool(tool), target: oneLine(target), why: firstSentence(oneLine(sentenceOf(error))) };
}

/** `click_element` for `action::click_element`. */
export function shortTool(tool: string): string {
  return tool.replace(/^.*::/, '');
}

/** Lists of calls keep the code of an error. */
function sentenceOf(error: string): string {
  return Object.entries(errorCatalog).find(([code]) => code === error)?.[1].sentence ?? error;
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
}
