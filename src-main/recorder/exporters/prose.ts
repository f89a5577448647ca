import { describeElement } from '#contract/model/elements/element';
import { describeExpectation } from '#contract/model/recordings/expectation';
import { escapeHidden, oneLine, quoted, word } from '#contract/foreign-text';
import { describeStep, type Step } from '#contract/model/recordings/recording';
import { shortSelector } from '#contract/model/elements/selector';
import type { WindowMatch } from '#contract/model/windows/window';
import { groupBeginning, inOneLine, type StepPlace } from '../../dialects/gaps.ts';

/** Escaped Markdown text: none of it marks up, links, quotes, or ends its element. */
export function markdownText(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>|~&$@{}]|:(?=\/\/)|(?<=\bwww)\./gi, (char) => `\\${char}`);
}

/** Markdown code with exactly this text, between enough backticks. */
export function markdownCode(text: string): string {
  const line = escapeHidden(text);
  const longest = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  // If it begins or ends so, Markdown strips one blank at each end: https://spec.commonmark.org/0.31.2/#code-spans
  const blank = /^[` ]|[` ]$/.test(line) ? ' ' : '';
  return fence + blank + line + blank + fence;
}

/** A numbered step as prose, after the heading of its window if that changed. */
export function stepInProse(step: Step, at: StepPlace): string {
  const { index, recording } = at;
  const before = recording.steps[index - 1];
  const group = groupBeginning(at);
  const sentence = markdownText(describeStep(step));
  const number = `${index + 1}. `;
  const indent = ' '.repeat(number.length);
  const own = step.target ? describeElement(step.target) : undefined;
  const expected = (step.expected ?? []).map(
    (one) => `${indent}- Expects that ${markdownText(describeExpectation(one, own))}.`,
  );
  const lines = [
    ...headingOf(step, before),
    ...(group === null ? [] : ['', `**${markdownText(inOneLine(group))}**`, '']),
    `${number}${step.enabled ? `${sentence}.` : `${sentence} (switched off).`}`,
    ...foundBy(step).map((line) => indent + line),
    ...(step.enabled ? expected : []),
  ];
  return lines.join('\n');
}

function headingOf({ window }: Step, before: Step | undefined): readonly string[] {
  if (before && sameWindow(window, before.window)) return [];
  return [...(before ? [''] : []), `### ${markdownText(windowName(window))}`, ''];
}

function windowName({ title, app, role }: WindowMatch): string {
  const kind = role === 'dialog' ? 'Dialog' : 'Window';
  if (title) return `${kind} ${quoted(title)}${app ? ` of ${word(app)}` : ''}`;
  return app ? `${kind} of ${word(app)}` : kind;
}

function sameWindow(a: WindowMatch, b: WindowMatch): boolean {
  return a.title === b.title && a.app === b.app && a.role === b.role;
}

/** How the target is found, and how reliably. */
function foundBy({ enabled, target }: Step): readonly string[] {
  const [primary, ...others] = target?.selectors ?? [];
  if (!enabled || !primary) return [];
  const also = others.length === 0 ? '' : `, or ${others.length} other way${others.length === 1 ? '' : 's'}`;
  return [`- Found by ${markdownCode(shortSelector(primary.selector))} (grade ${primary.grade})${also}.`];
}

/** Lower case letters, digits and single hyphens, 64 at most; `recorded-steps` if nothing is left of it. */
export function fileName(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const name = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-+|-+$/g, '');
  return name === '' ? 'recorded-steps' : name;
}
