import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createClientBench, resultText, type ClientBench } from '../../../src-main/mcp/testing/client.ts';
import { scopeOf } from '../../../src-main/tools/registry.ts';
import { ours } from '../../lib/measurement.ts';
import { namedApps, treeApps, type AppSpec } from '../apps.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { freshEngine } from '../fresh-engine.ts';
import { withApp } from '../running-app.ts';

const require = createRequire(join(process.cwd(), 'bench', 'package.json'));

interface Tokenizer {
  readonly countTokens: (text: string) => number;
}

/** Maximum size of any answer. */
const mostTokens = 8_000;

/** The calls that report most of a window, each at its largest. */
const largeLooks: readonly (readonly [task: string, tool: string, parameters: object])[] = [
  ['everything, with places', 'snapshot', { all: true, places: true }],
  ['its text', 'get_text', {}],
  ['find its buttons', 'find_element', { control_type: 'Button', places: true }],
];

export const tokens: Bench = {
  name: 'tokens',
  title:
    'What answers of the core set cost an agent, in tokens of o200k (gpt-tokenizer). A look is snapshot with nothing but ' +
    'the window: what can be used, up to 100 lines. Found counts its lines.',
  async run(context) {
    const { countTokens } = require('gpt-tokenizer/encoding/o200k_base') as Tokenizer;
    const apps = [...treeApps(context.electron), ...namedApps];
    const wanted = apps.filter(({ name }) => context.app === null || context.app === name);
    for (const app of wanted) {
      context.progress(`tokens: ${app.name}`);
      await withApp(context, app, ours, ({ id }) => look(context, app, id, countTokens));
    }
  },
};

async function look(context: BenchContext, app: AppSpec, window: string, count: Tokenizer['countTokens']) {
  const { collector } = context;
  const add = (task: string, value: number, found?: number) =>
    collector.add({ subject: app.name, task, contestant: ours, unit: 'tokens' }, value, found);
  const client = await createClientBench({ engine: await freshEngine(), scope: scopeOf(['core']) });
  try {
    const text = await answerOf(client, 'snapshot', { window });
    const lines = text.split('\n').filter((line) => /^\s*\[e\d+\]/.test(line));
    add('a look', count(text), lines.length);
    if (lines.length > 0) add('each line of it', count(`${lines.join('\n')}\n`) / lines.length);
    for (const [task, tool, parameters] of largeLooks) {
      const answer = await answerOf(client, tool, { window, ...parameters });
      const cost = count(answer);
      add(task, cost);
      if (cost > mostTokens) collector.failures.push(`${app.name}, ${task}: over ${mostTokens} tokens`);
    }
  } finally {
    await client.close();
  }
}

async function answerOf(client: ClientBench, tool: string, parameters: object): Promise<string> {
  return resultText(await client.call(tool, parameters));
}
