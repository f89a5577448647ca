import { blobNameOf } from './blobs.ts';

/** Lines stay short, so that a list of thousands is read in a moment: what is longer, in characters, becomes a blob. */
const longest = 2_000;

type Put = (content: string, kind: 'txt' | 'json') => void;

export function cutText(text: string, put: Put): { readonly text: string; readonly textBlob?: string } {
  if (text.length <= longest) return { text };
  put(text, 'txt');
  return { text: `${text.slice(0, longest)}…`, textBlob: blobNameOf(text, 'txt') };
}

export function cutParameters(
  parameters: Readonly<Record<string, unknown>>,
  put: Put,
): { readonly parameters: Record<string, unknown>; readonly parametersBlob?: string } {
  const text = JSON.stringify(parameters);
  if (text.length <= longest) return { parameters: { ...parameters } };
  put(text, 'json');
  return { parameters: {}, parametersBlob: blobNameOf(text, 'json') };
}
