import { quoted } from '#contract/foreign-text';
import type { Divergence, DivergenceDetail, DivergenceKind } from '#contract/model/runs/run-analysis';
import { inPlace, type Act, type RunStep } from '../run-steps.ts';
import type { MadeAct } from './made-acts.ts';
import { type Side, oneSpace, plainResult } from './observed.ts';

/** The acts of two steps, without reading blobs. */
export interface StepActs extends Side {
  readonly acts: readonly MadeAct[];
}

type Found = readonly [kind: DivergenceKind, what: string, details: readonly DivergenceDetail[]];

/** The difference between two steps apart from the look: decisions, acts and results; null for none. */
export async function otherActions(a: StepActs, b: StepActs): Promise<Divergence | null> {
  const found = otherDecision(a.runStep, b.runStep) ?? differentActions(a, b) ?? (await otherResults(a, b));
  return found && divergenceOf(a.runStep, b.runStep, found);
}

export function divergenceOf(a: RunStep, b: RunStep, [kind, what, details]: Found): Divergence {
  return { kind, a: a.place, b: b.place, sentence: `${inPlace(a.place, b.place)} ${what}`, details };
}

/** Whether two steps are the same place in their runs. */
export function isAlike(a: StepActs, b: StepActs): boolean {
  return signatureOf(a) === signatureOf(b);
}

function signatureOf({ runStep: { answer }, acts }: StepActs): string {
  const done = acts.map(({ tool, target, window }) => `${tool} ${target} ${window}`);
  return [answer?.status ?? '', ...done].join('\n');
}

function otherDecision({ answer: a }: RunStep, { answer: b }: RunStep): Found | null {
  if (!a || !b)
    return a === b ? null : ['answer', `only the ${a ? 'first' : 'second'} has an answer that could be used.`, []];
  // Acts report more than the state does.
  const parts = [
    ...(a.actions.length + b.actions.length === 0 ? [['state', a.status, b.status] as const] : []),
    ['sub-task', a.subTask, b.subTask],
    ['plan', a.plan.join('\n'), b.plan.join('\n')],
    ['question', a.questions.join('\n'), b.questions.join('\n')],
    ['message', a.message.join('\n'), b.message.join('\n')],
    ['command', a.bash, b.bash],
    ['result', a.result, b.result],
  ] as const;
  const [first] = parts.filter(([, one, other]) => oneSpace(one) !== oneSpace(other));
  if (!first) return null;
  const [label, one, other] = first;
  return [
    'answer',
    `the models decide otherwise: the ${label} is ${shown(one)} and ${shown(other)}.`,
    [{ label, a: one, b: other }],
  ];
}

/** The models' wording; its consequences are compared separately. */
export function otherWords({ answer: a }: RunStep, { answer: b }: RunStep): Found | null {
  const details = (['observation', 'thought', 'comment'] as const).flatMap((label) => {
    const [one, other] = [a?.[label] ?? '', b?.[label] ?? ''];
    return oneSpace(one) === oneSpace(other) ? [] : [{ label, a: one, b: other }];
  });
  const [first] = details;
  if (!first) return null;
  return [
    'words',
    `the models do the same with other words: the ${first.label} is ${shown(first.a)} and ${shown(first.b)}.`,
    details,
  ];
}

function differentActions(a: StepActs, b: StepActs): Found | null {
  for (let at = 0; at < Math.max(a.acts.length, b.acts.length); at++) {
    const [one, other] = [a.acts[at], b.acts[at]];
    const found = one && other ? otherAct(one, other) : onlyOne(one, other);
    if (found) return found;
  }
  if (a.runStep.answer?.status !== b.runStep.answer?.status) {
    const [one, other] = [a.runStep.answer?.status ?? '', b.runStep.answer?.status ?? ''];
    return [
      'answer',
      `the models do the same and then go on otherwise: ${one} and ${other}.`,
      [{ label: 'state', a: one, b: other }],
    ];
  }
  return null;
}

function onlyOne(one: MadeAct | undefined, other: MadeAct | undefined): Found {
  const which = one ? 'first' : 'second';
  const what = inWords((one ?? other) as MadeAct);
  return [
    'call',
    `only the ${which} goes on to ${what}.`,
    [{ label: 'call', a: one ? what : '', b: other ? what : '' }],
  ];
}

function otherAct(a: MadeAct, b: MadeAct): Found | null {
  const whole = { label: 'call', a: inWords(a), b: inWords(b) };
  if (a.tool !== b.tool) return ['call', `they call ${whole.a} and ${whole.b}.`, [whole]];
  if (a.target !== b.target) {
    return [
      'target',
      `${a.tool} acts on ${a.target || 'nothing'} and on ${b.target || 'nothing'}.`,
      [{ label: 'target', a: a.target, b: b.target }],
    ];
  }
  if (a.window !== b.window) {
    return [
      'target',
      `${a.tool} acts in the window ${quoted(a.window)} and in ${quoted(b.window)}.`,
      [{ label: 'window', a: a.window, b: b.window }],
    ];
  }
  if (a.rest === b.rest) return null;
  return [
    'arguments',
    `${inWords(a)} is done with other arguments: ${shown(a.rest)} and ${shown(b.rest)}.`,
    [{ label: 'arguments', a: a.rest, b: b.rest }],
  ];
}

function inWords({ tool, target, window }: MadeAct): string {
  return [tool, target && `on ${target}`, window && `in ${quoted(window)}`].filter(Boolean).join(' ');
}

async function otherResults(a: StepActs, b: StepActs): Promise<Found | null> {
  for (const [index, one] of a.runStep.acts.entries()) {
    const other = b.runStep.acts[index];
    const found = other && (await otherResult(one, a, other, b));
    if (found) return found;
  }
  return null;
}

async function otherResult(one: Act, a: StepActs, other: Act, b: StepActs): Promise<Found | null> {
  const [left, right] = [endOf(one), endOf(other)];
  if (left !== right) {
    return [
      'result',
      `${one.tool} ends with ${left} and with ${right}.`,
      [{ label: 'result', a: resultOf(left, one), b: resultOf(right, other) }],
    ];
  }
  if (one.textBlob !== null && one.textBlob === other.textBlob) return null;
  const [resultA, resultB] = await Promise.all([wholeText(one, a), wholeText(other, b)]);
  if (plainResult(resultA) === plainResult(resultB)) return null;
  return [
    'result',
    `${one.tool} answers ${shown(resultA)} and ${shown(resultB)}.`,
    [{ label: 'result', a: resultA, b: resultB }],
  ];
}

function endOf({ status, error }: Act): string {
  return error === '' ? status : error;
}

function resultOf(end: string, { text }: Act): string {
  return [end, text].filter(Boolean).join(': ');
}

function wholeText({ textBlob, text }: Act, { looks }: StepActs): Promise<string> {
  return textBlob === null ? Promise.resolve(text) : looks.text(textBlob);
}

function shown(text: string): string {
  return text === '' ? 'nothing' : quoted(text, 80);
}
