import { harmless } from '#contract/foreign-text';

/** Markup that is ours, or was escaped. */
export type Html = string & { readonly html: true };

/** Longer texts are cut, in characters: the zip has them whole. */
const longest = 20_000;

/** A text of anybody as HTML: nothing in it is markup, and nothing in it does anything. */
export function escaped(text: string): Html {
  const cut = text.length > longest ? `${text.slice(0, longest)}… (${text.length - longest} characters more)` : text;
  return harmless(cut)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;') as Html;
}

/** Markup with texts of anybody in it, which are escaped; pieces of markup stay as they are, lists of them one behind the other. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (Html | readonly Html[] | Text | number)[]
): Html {
  return parts
    .map((part, at) => {
      const value = values[at];
      if (value === undefined) return part;
      if (value instanceof Text) return part + escaped(value.text);
      return part + (Array.isArray(value) ? value.join('') : String(value));
    })
    .join('') as Html;
}

/** What somebody else said: {@link html} escapes it. */
export class Text {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export const say = (text: string) => new Text(text);
export const none = '' as Html;
