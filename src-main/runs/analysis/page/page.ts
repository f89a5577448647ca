import { count } from '#contract/count';
import type { Explanation } from '#contract/model/runs/run-analysis';
import type { RunFile } from '#contract/model/runs/trace';
import { callTarget } from '#contract/model/permissions/call-target';
import { callWords } from '#contract/model/runs/call-words';
import type { TraceReader } from '../../trace/trace-reader.ts';
import { runStepsOf, type RunStep, type Act, placeInWords, picturesOf, wordsOf } from '../run-steps.ts';
import { html, none, escapeText, type Html, anchor, PagePictures } from './pictures.ts';

/** Styles of the page, light and dark. */
const pageStyles = `
:root { color-scheme: light dark; --ink: #1b1f24; --dim: #57606a; --paper: #fff; --box: #f3f5f7; --line: #d0d7de; --bad: #b3261e; --good: #1a7f37; --link: #0a58ca; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e3e7ec; --dim: #9aa4af; --paper: #16191d; --box: #20252b; --line: #3a424b; --bad: #ff8a80; --good: #6fd58a; --link: #8ab4f8; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 1.5rem; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 0 0 .5rem; }
h3 { font-size: .95rem; margin: .75rem 0 .25rem; }
a { color: var(--link); }
.hint, .time, .who { color: var(--dim); }
.hint { margin: .15rem 0; font-size: .9rem; }
.outcome[data-outcome="done"] b, .outcome[data-outcome="passed"] b { color: var(--good); }
.outcome[data-outcome="failed"] b, .outcome[data-outcome="error"] b, .outcome[data-outcome="none"] b { color: var(--bad); }
.why { margin: 1rem 0; padding: .75rem 1rem; border-left: 4px solid var(--bad); background: var(--box); overflow-wrap: anywhere; }
.why ol { margin: 0; padding-left: 1.25rem; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .4rem 0; padding: 0 .75rem; }
details[open] { padding-bottom: .75rem; }
details.failure, details.denied { border-left: 4px solid var(--bad); }
summary { display: flex; gap: .75rem; align-items: baseline; padding: .4rem 0; cursor: pointer; }
summary b { white-space: nowrap; }
summary code { flex: 1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
summary .who { max-width: 16rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
details.failure > summary .state, details.denied > summary .state, .act.failure .state, .act.denied .state { color: var(--bad); }
.pictures { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; max-width: 32rem; }
figcaption { color: var(--dim); font-size: .85rem; }
.shot { position: relative; border: 1px solid var(--line); line-height: 0; }
.shot img { max-width: 100%; height: auto; }
.box { position: absolute; border: 2px solid #e5342b; box-shadow: 0 0 0 1px #fff; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: .75rem 0; }
dt { color: var(--dim); }
dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
pre { margin: .25rem 0; padding: .5rem .75rem; background: var(--box); border-radius: 4px; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 24rem; overflow: auto; }
code, pre { font-family: ui-monospace, monospace; font-size: .85rem; }
`;

export interface RunPage {
  readonly html: string;
  /** Pictures that there was no room for, or that the trace lacks. */
  readonly leftOut: number;
}

/**
 * A run as one self-contained page: no script, no other file, no network, which its policy forbids as well. Everything
 * that apps and models wrote is plain text.
 */
export async function pageOf(trace: TraceReader, why: Explanation | null): Promise<RunPage> {
  const runSteps = runStepsOf(await trace.events());
  const pictures = new PagePictures(trace);
  const parts: Html[] = [];
  for (const runStep of runSteps) parts.push(await runStepHtml(runStep, pictures));
  const { leftOut } = pictures;
  return {
    leftOut,
    html: document(
      trace,
      html`${heading(trace, runSteps, leftOut)} ${whyHtml(why)}
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
        <meta http-equiv="Content-Security-Policy" content="${escapeText(policy)}" />
        <meta name="referrer" content="no-referrer" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${escapeText(titleOf(about))}</title>
        <style>
          ${pageStyles as Html}
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
  runSteps: readonly RunStep[],
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
    ...(runSteps.length > 0 ? [] : ['Nothing was done in it.']),
    'Prompts and raw answers are not in this page; the run as a zip has them.',
  ];
  return html`<header>
    <h1>${escapeText(titleOf(about))}</h1>
    <p class="outcome" data-outcome="${escapeText(about.outcome?.status ?? 'none')}">
      <b>${escapeText(about.outcome?.status ?? 'not closed')}</b> ${escapeText(about.outcome?.text ?? '')}
    </p>
    <p class="hint">${escapeText(facts.join(' · '))}</p>
    ${notes.map((note) => html`<p class="hint">${escapeText(note)}</p>`)}
  </header>`;
}

function whyHtml(why: Explanation | null): Html {
  if (!why) return none;
  const reasons = why.reasons.map(({ sentence, place }) => {
    const link = place
      ? html` <a href="#${escapeText(anchor(placeInWords(place)))}">${escapeText(placeInWords(place))}</a>`
      : none;
    return html`<li>${escapeText(sentence)}${link}</li>`;
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

/** A step or a call as a collapsible part of the page. */
async function runStepHtml(runStep: RunStep, pictures: PagePictures): Promise<Html> {
  const { place, who, elapsedMs, acts, answer } = runStep;
  const where = placeInWords(place);
  const status = statusOf(acts);
  const done = acts.map(actInWords).join('; ');
  const shown = await picturesHtml(runStep, pictures);
  return html`<details id="${escapeText(anchor(where))}" class="${escapeText(status)}">
    <summary>
      <b>${escapeText(where)}</b> <span class="who">${escapeText(who)}</span>
      <code>${escapeText(done || 'nothing done')}</code>
      <span class="state"
        >${escapeText([answer?.status ?? '', status === 'success' ? '' : status].filter(Boolean).join(', '))}</span
      >
      <span class="time">${escapeText(`${(elapsedMs / 1_000).toFixed(1)} s`)}</span>
    </summary>
    ${shown} ${wordsHtml(runStep)} ${acts.map(actHtml)}
  </details>`;
}

/** In the form of call lists: `click_input Button “7” in galculator`. */
function actInWords({ tool, parameters, call }: Act): string {
  const where = call?.before?.target?.app || call?.before?.target?.title || '';
  const target = callTarget({ parameters, where, element: call?.after?.resolution?.element });
  const words = callWords({ tool, target });
  return `${words.tool} ${words.target}`.trim();
}

function statusOf(acts: readonly Act[]): string {
  return acts.find(({ status }) => status === 'denied' || status === 'failure')?.status ?? 'success';
}

async function picturesHtml(runStep: RunStep, pictures: PagePictures): Promise<Html> {
  const { before, target, after } = picturesOf(runStep);
  const first = runStep.acts.length === 0 ? 'What the model saw' : 'Before';
  const shown = [
    ...(before ? [await pictures.show(before, first, runStep, target)] : []),
    ...(after ? [await pictures.show(after, 'After', runStep, null)] : []),
  ];
  return shown.length === 0 ? none : html`<div class="pictures">${shown}</div>`;
}

function wordsHtml(runStep: RunStep): Html {
  const words = wordsOf(runStep);
  if (words.length === 0) return none;
  return html`<dl>
    ${words.map(
      ([label, text]) =>
        html`<dt>${escapeText(label)}</dt>
          <dd>${escapeText(text)}</dd>`,
    )}
  </dl>`;
}

function actHtml({ tool, parameters, status, text, call }: Act): Html {
  const decision = [call?.before?.decision ?? '', call?.before?.decidedBy ?? ''].filter(Boolean).join(', ');
  return html`<section class="act ${escapeText(status)}">
    <h3><code>${escapeText(tool)}</code> <span class="state">${escapeText(status)}</span></h3>
    <pre>${escapeText(JSON.stringify(parameters, null, 2))}</pre>
    ${decision === '' ? none : html`<p class="hint">${escapeText(decision)}</p>`}
    ${text === '' ? none : html`<pre>${escapeText(text)}</pre>`}
  </section>`;
}
