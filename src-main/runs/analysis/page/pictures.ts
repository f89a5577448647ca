import type { Rect } from '#contract/model/geometry';
import type { TracedPicture } from '#contract/model/runs/trace';
import { harmless } from '#contract/foreign-text';
import type { TraceReader } from '../../trace/trace-reader.ts';
import { placeInWords, type RunStep } from '../run-steps.ts';

/** Budget of a page for full pictures, and for thumbnails after that, in bytes. */
const mostWhole = 16_000_000;
const mostSmall = 4_000_000;

const types: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg' };

/** Embeds pictures of a trace in a page, each once, as long as there is room. */
export class PagePictures {
  readonly #leftOut = new Set<string>();
  readonly #trace: Pick<TraceReader, 'blob'>;
  readonly #shownAt = new Map<string, string>();
  #whole = 0;
  #small = 0;

  constructor(trace: Pick<TraceReader, 'blob'>) {
    this.#trace = trace;
  }

  /** How many pictures are not in the page. */
  get leftOut(): number {
    return this.#leftOut.size;
  }

  /** @param target the area to mark, in screen pixels */
  async show(picture: TracedPicture, title: string, { place }: RunStep, target: Rect | null): Promise<Html> {
    const where = placeInWords(place);
    const shown = this.#shownAt.get(picture.blob);
    if (shown !== undefined)
      return html`<p class="hint">
        ${escapeText(title)}: the same picture as in <a href="#${escapeText(anchor(shown))}">${escapeText(shown)}</a>.
      </p>`;
    const source = (await this.#source(picture.blob, false)) ?? (await this.#source(picture.thumbnail, true));
    if (source === null) {
      this.#leftOut.add(picture.blob);
      return html`<p class="hint">${escapeText(title)}: the picture is left out.</p>`;
    }
    this.#shownAt.set(picture.blob, where);
    const box = target && picture.bounds ? boxIn(picture.bounds, target) : none;
    return html`<figure>
      <div class="shot"><img alt="${escapeText(`${title} ${where}`)}" src="${source}" />${box}</div>
      <figcaption>${escapeText(title)}</figcaption>
    </figure>`;
  }

  /** Null if it is missing, of an unknown kind, or too large for the rest of the budget. */
  async #source(blob: string | undefined, small: boolean): Promise<Html | null> {
    const type = types[blob?.split('.').at(-1) ?? ''];
    const bytes = blob === undefined || type === undefined ? null : await this.#trace.blob(blob);
    if (!bytes) return null;
    const taken = (small ? this.#small : this.#whole) + bytes.length;
    if (taken > (small ? mostSmall : mostWhole)) return null;
    if (small) this.#small = taken;
    else this.#whole = taken;
    return `data:${type};base64,${Buffer.from(bytes).toString('base64')}` as Html;
  }
}

/** `step-3` */
export function anchor(where: string): string {
  return where.replace(' ', '-');
}

function boxIn(bounds: Rect, { x, y, width, height }: Rect): Html {
  const share = (part: number, whole: number) => `${Math.round((part / Math.max(1, whole)) * 10_000) / 100}%` as Html;
  return html`<i
    class="box"
    style="left:${share(x - bounds.x, bounds.width)};top:${share(y - bounds.y, bounds.height)};width:${share(width, bounds.width)};height:${share(height, bounds.height)}"
  ></i>`;
}

/** Markup that is ours, or was escaped. */
export type Html = string & { readonly html: true };

/** Longer texts are cut, in characters: the zip has them whole. */
const longest = 20_000;

/** Escapes untrusted text as HTML: nothing in it is markup or active. */
function escaped(text: string): Html {
  const cut = text.length > longest ? `${text.slice(0, longest)}… (${text.length - longest} characters more)` : text;
  return harmless(cut)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;') as Html;
}

/** Markup with untrusted text, which is escaped; nested markup is kept, lists of it are joined. */
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

/** Untrusted text: {@link html} escapes it. */
class Text {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export const escapeText = (text: string) => new Text(text);

export const none = '' as Html;
