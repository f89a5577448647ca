import type { TaskLimits } from '#contract/model/agents/agent';
import { usualSteps, type NewTask } from '#contract/model/agents/task';

/** As they are typed; an empty one is none. */
export interface LimitTexts {
  readonly steps: string;
  readonly rounds: string;
  readonly minutes: string;
  readonly tokens: string;
  readonly dollars: string;
  /** US dollars for a million tokens, in and out: `2.5,10`. */
  readonly price: string;
}

export const usualLimits: LimitTexts = {
  steps: String(usualSteps),
  rounds: '1',
  minutes: '',
  tokens: '',
  dollars: '',
  price: '',
};

interface Asked {
  readonly limits: TaskLimits;
  readonly price?: NonNullable<NewTask['price']>;
}

/** What was typed, or what is wrong with it in a sentence. */
export function limitsOf({ steps, rounds, minutes, tokens, dollars, price }: LimitTexts): Asked | string {
  if (!/^[1-9]\d{0,3}$/.test(steps)) return 'Enter 1 to 9999 steps.';
  if (!/^[1-9]\d{0,2}$/.test(rounds)) return 'Enter 1 to 999 rounds.';
  if (!isEmptyOr(minutes, 1_440)) return 'Enter up to 1440 minutes.';
  if (!isEmptyOr(tokens, 1e12) || !Number.isInteger(Number(tokens))) return 'Enter a whole number of tokens.';
  if (!isEmptyOr(dollars, Infinity)) return 'Enter a number of dollars.';
  const prices = price.trim() === '' ? [] : price.split(',').map((each) => (each.trim() === '' ? NaN : Number(each)));
  const [input = 0, output = 0] = prices;
  if (price.trim() !== '' && !(prices.length === 2 && input >= 0 && output >= 0))
    return 'Enter the price as two numbers, such as 2.5,10.';
  if (dollars.trim() !== '' && prices.length === 0) return 'A dollar limit needs the price.';
  return {
    limits: {
      steps: Number(steps),
      rounds: Number(rounds),
      ...(minutes.trim() !== '' && { seconds: Number(minutes) * 60 }),
      ...(tokens.trim() !== '' && { tokens: Number(tokens) }),
      ...(dollars.trim() !== '' && { cost: Number(dollars) }),
    },
    ...(prices.length > 0 && { price: { input, output } }),
  };
}

function isEmptyOr(text: string, most: number): boolean {
  return text.trim() === '' || (Number(text) > 0 && Number(text) <= most && Number.isFinite(Number(text)));
}
