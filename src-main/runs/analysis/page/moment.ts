import { callTarget } from '#contract/model/permissions/call-target';
import { callWords } from '#contract/model/runs/call-words';
import { picturesOf, wordsOf } from '../moment-parts.ts';
import type { Act, Moment } from '../moments.ts';
import { placeInWords } from '../place.ts';
import { html, none, say, type Html } from './escape.ts';
import { anchor, type PagePictures } from './pictures.ts';

/** A step or a call as a part of the page that opens. */
export async function momentHtml(moment: Moment, pictures: PagePictures): Promise<Html> {
  const { place, who, elapsedMs, acts, answer } = moment;
  const where = placeInWords(place);
  const status = statusOf(acts);
  const done = acts.map(actInWords).join('; ');
  const shown = await picturesHtml(moment, pictures);
  return html`<details id="${say(anchor(where))}" class="${say(status)}">
    <summary>
      <b>${say(where)}</b> <span class="who">${say(who)}</span> <code>${say(done || 'nothing done')}</code>
      <span class="state"
        >${say([answer?.status ?? '', status === 'success' ? '' : status].filter(Boolean).join(', '))}</span
      >
      <span class="time">${say(`${(elapsedMs / 1_000).toFixed(1)} s`)}</span>
    </summary>
    ${shown} ${wordsHtml(moment)} ${acts.map(actHtml)}
  </details>`;
}

/** As lists of calls say it: `click_input Button “7” in galculator`. */
function actInWords({ tool, parameters, call }: Act): string {
  const where = call?.before?.target?.app || call?.before?.target?.title || '';
  const target = callTarget({ parameters, where, element: call?.after?.resolution?.element });
  const words = callWords({ tool, target });
  return `${words.tool} ${words.target}`.trim();
}

function statusOf(acts: readonly Act[]): string {
  return acts.find(({ status }) => status === 'denied' || status === 'failure')?.status ?? 'success';
}

async function picturesHtml(moment: Moment, pictures: PagePictures): Promise<Html> {
  const { before, target, after } = picturesOf(moment);
  const first = moment.acts.length === 0 ? 'What the model saw' : 'Before';
  const shown = [
    ...(before ? [await pictures.show(before, first, moment, target)] : []),
    ...(after ? [await pictures.show(after, 'After', moment, null)] : []),
  ];
  return shown.length === 0 ? none : html`<div class="pictures">${shown}</div>`;
}

function wordsHtml(moment: Moment): Html {
  const words = wordsOf(moment);
  if (words.length === 0) return none;
  return html`<dl>
    ${words.map(
      ([label, text]) =>
        html`<dt>${say(label)}</dt>
          <dd>${say(text)}</dd>`,
    )}
  </dl>`;
}

function actHtml({ tool, parameters, status, text, call }: Act): Html {
  const decision = [call?.before?.decision ?? '', call?.before?.decidedBy ?? ''].filter(Boolean).join(', ');
  return html`<section class="act ${say(status)}">
    <h3><code>${say(tool)}</code> <span class="state">${say(status)}</span></h3>
    <pre>${say(JSON.stringify(parameters, null, 2))}</pre>
    ${decision === '' ? none : html`<p class="hint">${say(decision)}</p>`}
    ${text === '' ? none : html`<pre>${say(text)}</pre>`}
  </section>`;
}
