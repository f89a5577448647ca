import { mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAgent, type Agent } from '../agent.ts';
import type { Case, Judge } from '../judge.ts';
import { openPages, type Pages } from '../pages.ts';
import { episodes } from './episodes.ts';
import { notCounted } from './not-counted.ts';
import { solve } from './solve.ts';
import { World } from './world.ts';

const htmlOf = (folder: string) => join(folder, 'miniwob', 'html');
const seeds = ['1', '2', '3'];

/** The web pages of MiniWoB++ in Chromium, solved by rules over the default tools. The page itself decides. */
export const miniwob: Judge = {
  name: 'MiniWoB++',
  source: 'Farama-Foundation/miniwob-plusplus',
  about: `each page that needs no sight, ${seeds.length} seeds, by rules over the default tools of \`deskscope mcp --stdio\``,
  left: `${notCounted.size} pages that need sight or knowledge of similar words`,
  names: (folder) =>
    readdirSync(join(htmlOf(folder), 'miniwob'))
      .flatMap((file) => /^(.*)\.html$/u.exec(file)?.[1] ?? [])
      .filter((page) => !notCounted.has(page)),
  async run(folder, { decided, only }, decide) {
    const open = miniwob.names(folder).filter((page) => !decided.has(page) && (only?.includes(page) ?? true));
    if (open.length === 0) return;
    const settings = mkdtempSync(join(tmpdir(), 'deskscope-score-settings-'));
    const agent = await openAgent(settings);
    const site = episodes(htmlOf(folder));
    let pages = await openPages(site);
    for (const page of open) {
      try {
        decide(await judge(page, pages, agent));
      } catch (error) {
        decide({ name: page, passed: false, cause: `the run failed: ${String(error)}` });
        await pages.close();
        pages = await openPages(site);
      }
    }
    await pages.close();
    await agent.close();
    await rm(settings, { recursive: true, force: true, maxRetries: 5 });
  },
};

async function judge(page: string, pages: Pages, agent: Agent): Promise<Case> {
  for (const seed of seeds) {
    const shown = await pages.open(`/miniwob/${page}.html?seed=${encodeURIComponent(seed)}`);
    const world = new World(agent, pages.window, shown, String(shown.begun.sentence ?? ''));
    await world.ready();
    const stopped = await solve(world);
    for (let i = 0; i < 20 && !shown.ended(); i++) await sleep(100);
    const reward = shown.ended()?.reward;
    if (Number(reward) >= 1) continue;
    const given = `the page gave ${reward ?? 'no reward'}`;
    const refused = world.refusals.at(-1);
    const cause = [stopped && `solver: ${stopped}`, refused && `refused: ${refused}`, given].filter(Boolean).join('; ');
    return { name: page, passed: false, cause: `seed ${seed}, ${cause}` };
  }
  return { name: page, passed: true, cause: '' };
}
