import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAgent, type Agent } from '../agent.ts';
import type { Case, Judge } from '../judge.ts';
import { fileIn, openPages, type Pages } from '../pages.ts';
import { examplesOf, type Example } from './examples.ts';
import { notReported, ours } from './rules.ts';

const nameOf = ({ rule, name }: Example) => `${rule} ${name}`;
const isCounted = (example: Example) => example.rule in ours && !notReported.has(nameOf(example));

/** The examples of ACT rules in Chromium, checked by the tool `check_window`. */
export const act: Judge = {
  name: 'ACT rules',
  source: 'act-rules/act-rules.github.io',
  about: `examples of the ${Object.keys(ours).length} rules that \`check_window\` has as well: those that fail, and no others, must have a finding`,
  left: `other rules, and ${notReported.size} examples that need what Chromium does not report`,
  names: (folder) => examplesOf(folder).filter(isCounted).map(nameOf),
  async run(folder, { decided, only }, decide) {
    const open = examplesOf(folder)
      .filter(isCounted)
      .filter((example) => !decided.has(nameOf(example)) && (only?.includes(nameOf(example)) ?? true));
    if (open.length === 0) return;
    const settings = mkdtempSync(join(tmpdir(), 'deskscope-score-settings-'));
    const agent = await openAgent(settings, ['core', 'checks']);
    const pages = await openPages({
      file: (pathname) => {
        const example = open[Number(/^\/examples\/(\d+)$/u.exec(pathname)?.[1] ?? Number.NaN)];
        return example ? `${example.html}<p>${markOf(example)}</p>` : fileIn(folder, pathname);
      },
      script: `addEventListener('load', () => send('/begun', {}));`,
    });
    for (const [i, example] of open.entries()) decide(await judge(example, i, pages, agent));
    await pages.close();
    await agent.close();
    await rm(settings, { recursive: true, force: true, maxRetries: 5 });
  },
};

/** A text after the example: once it is in the tree, so is everything before it. */
const markOf = (example: Example) => `End of ${nameOf(example)}`;

async function judge(example: Example, index: number, pages: Pages, agent: Agent): Promise<Case> {
  const name = nameOf(example);
  const failed = (cause: string) => ({ name, passed: false, cause });
  const { window } = pages;
  try {
    await pages.open(`/examples/${index}`);
  } catch (error) {
    return failed(`the page did not load: ${String(error)}`);
  }
  for (const deadline = Date.now() + 5_000; ;) {
    const { text } = await agent.call('snapshot', { window, all: true });
    if (process.env.SCORE_TRACE) process.stderr.write(`${name}\n${example.html}\n${text}\n\n`);
    if (text.includes(markOf(example))) break;
    if (Date.now() > deadline) return failed('the page is not in the tree');
    await sleep(100);
  }
  const { ok, text } = await agent.call('check_window', { window, rules: ours[example.rule] });
  if (process.env.SCORE_TRACE) process.stderr.write(`${text}\n\n`);
  if (!ok) return failed(text);
  const found = [...text.matchAll(/^(?:error|review|hint) ([\w-]+)/gmu)].map(([, rule]) => rule);
  if (found.length > 0 === example.breaks) return { name, passed: true, cause: '' };
  return failed(example.breaks ? 'no finding' : `a finding of ${found.join(', ')}`);
}
