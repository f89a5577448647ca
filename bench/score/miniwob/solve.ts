import { arrange } from './rules/arrange.ts';
import { choose } from './rules/choose.ts';
import { click } from './rules/click.ts';
import { enter } from './rules/enter.ts';
import type { Rule } from './rules/rule.ts';
import { Over, type World } from './world.ts';

const rules: readonly Rule[] = [...arrange, ...choose, ...click, ...enter];

/** Applies the first rule that matches the sentence. @returns why it stopped; empty if the rule ran to its end */
export async function solve(world: World): Promise<string> {
  for (const rule of rules) {
    const found = rule.sentence.exec(world.sentence);
    if (!found) continue;
    try {
      await rule.act(world, found.slice(1));
      return '';
    } catch (error) {
      if (error instanceof Over) return error.message;
      throw error;
    }
  }
  return 'no rule for the sentence';
}
