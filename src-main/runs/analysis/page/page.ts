import { count } from '#contract/count';
import type { Explanation } from '#contract/model/runs/run-analysis';
import type { RunFile } from '#contract/model/runs/trace';
import type { TraceReader } from '../../trace/trace-reader.ts';
import { momentsOf, type Moment } from '../moments.ts';
import { placeInWords } from '../place.ts';
import { html, none, say, type Html } from './escape.ts';
import { momentHtml } from './moment.ts';
import { anchor, PagePictures } from './pictures.ts';
import { styles } from './styles.ts';

export interface RunPage {
  readonly html: string;
  /** Pictures that there was no room for, or that the trace lacks. */
  readonly leftOut: number;
}

/**
 * A run as one page that needs nothing else: no script, no other file, no network, which its policy forbids as well. Whatever apps and
 * models said in it is text.
 */
export async function pageOf(trace: TraceReader, why: Explanation | null): Promise<RunPage> {
  const moments = momentsOf(await trace.events());
  const pictures = new PagePictures(trace);
  const parts: Html[] = [];
  for (const moment of moments) parts.push(await momentHtml(moment, pictures));
  const { leftOut } = pictures;
  return {
    leftOut,
    html: document(
      trace,
      html`${heading(trace, moments, leftOut)} ${whyHtml(why)}
        <main>${parts}</main>`,
    ),
  };
}

/** `style-src` allows the page's own; nothing else can be loaded or run. */
const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

function document({ about }: TraceReader, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${say(policy)}" />
        <meta name="referrer" content="no-referrer" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${say(titleOf(about))}</title>
        <style>
          ${styles as Html}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html> `;
}

function titleOf({ title, run }: RunFile): string {
  return title || run || 'A run';
}

function heading(
  { about, calls, steps, damaged, complete }: TraceReader,
  moments: readonly Moment[],
  leftOut: number,
): Html {
  const facts = [
    about.started,
    ...(about.ended === undefined
      ? []
      : [`${((Date.parse(about.ended) - Date.parse(about.started)) / 1_000).toFixed(1)} s`]),
    ...(steps.length > 0 ? [count(steps.length, 'step')] : []),
    count(calls.length, 'call'),
  ];
  const notes = [
    ...(complete ? [] : ['It was not closed: what is missing was never written.']),
    ...(damaged === 0 ? [] : [`${damaged} of its lines are unreadable.`]),
    ...(leftOut === 0
      ? []
      : [
          `${leftOut === 1 ? 'One picture is' : `${leftOut} pictures are`} left out: a page holds 20 MB of them. The run as a zip has all.`,
        ]),
    ...(moments.length > 0 ? [] : ['Nothing was done in it.']),
    'Prompts and raw answers are not in this page; the run as a zip has them.',
  ];
  return html`<header>
    <h1>${say(titleOf(about))}</h1>
    <p class="outcome" data-outcome="${say(about.outcome?.status ?? 'none')}">
      <b>${say(about.outcome?.status ?? 'not closed')}</b> ${say(about.outcome?.text ?? '')}
    </p>
    <p class="hint">${say(facts.join(' · '))}</p>
    ${notes.map((note) => html`<p class="hint">${say(note)}</p>`)}
  </header>`;
}

function whyHtml(why: Explanation | null): Html {
  if (!why) return none;
  const reasons = why.reasons.map(({ sentence, place }) => {
    const link = place ? html` <a href="#${say(anchor(placeInWords(place)))}">${say(placeInWords(place))}</a>` : none;
    return html`<li>${say(sentence)}${link}</li>`;
  });
  return html`<section class="why">
    <h2>Why did it fail?</h2>
    ${
      reasons.length > 0
        ? html`<ol>
            ${reasons}
          </ol>`
        : html`<p>The trace does not show why.</p>`
    }
  </section>`;
}
