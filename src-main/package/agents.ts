// The entry of `deskscope/agents`. The polyfill comes first: the MCP SDK needs it while loading.
import '../base/polyfill-crypto.ts';
import path from 'node:path';
import { z } from 'zod';
import { version } from '../../package.json';
import { AppError } from '#contract/errors';
import { sight as sightSchema, taskLimits, type AgentKind } from '#contract/model/agents/agent';
import type { KeyedProvider } from '#contract/model/agents/model-provider';
import { usualSteps } from '#contract/model/agents/task';
import { uncontrolled, askAs, type Person } from '../agents/control.ts';
import { readPrompts } from '../agents/prompts/files.ts';
import { profileFolder } from '../base/files/profile-folder.ts';
import { keyFileName, ModelKeys } from '../agents/models/keys/model-keys.ts';
import type { Model } from '../agents/models/model.ts';
import { pictureLimits } from '../agents/models/pictures.ts';
import { openTaskModels } from '../agents/models/task-models.ts';
import { startTask } from '../services/tasks/task-run.ts';
import { settingsIn } from '../settings/read-settings.ts';
import type * as exported from './agents-types.ts';
import { openDesktop } from './open-desktop.ts';

const newRequest = z.object({
  request: z.string().trim().min(1),
  limits: taskLimits.default({}),
  sight: sightSchema.default({}),
});

export const runTask: typeof exported.runTask = async (options) => {
  const { config, trace: folder, documentation, prompts, signal, watch } = options;
  const { request, limits, sight } = asked(options);
  const person = personOf(options);
  const models = await modelsOf(options, person);
  const desktop = await openDesktop(
    __dirname,
    options,
    folder === undefined ? undefined : { folder, title: request, kind: 'task' },
  );
  try {
    const { engine, runner, trace } = desktop.services;
    return await startTask({
      request,
      config,
      mayStart: desktop.mayStart,
      engine,
      runner,
      trace,
      person,
      version,
      models,
      prompts: await readPrompts(prompts ?? path.join(profileFolder(process.env), 'prompts')),
      limits: { steps: usualSteps, ...limits },
      sight,
      control: uncontrolled,
      signal: signal ?? new AbortController().signal,
      variables: process.env,
      watch: (event) => watch?.(event),
      log: desktop.log,
      ...(documentation !== undefined && { documentation }),
    });
  } finally {
    await desktop.close();
  }
};

/** JavaScript callers have no checked types. @throws AppError `invalid_parameter` with the invalid field */
function asked(options: exported.TaskOptions) {
  const read = newRequest.safeParse({ request: options.request, limits: options.limits, sight: options.sight });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new AppError('invalid_parameter', `${issue?.path.join('.')}: ${issue?.message}`, {
    hint: 'docs/agents.md has an example of a task.',
  });
}

function personOf({ answer, confirm }: exported.TaskOptions): Person {
  return {
    answer: async ({ text }, signal) => (await answer?.(text, signal)) ?? null,
    confirm: async ({ text, action }, signal) => (await confirm?.(text, action, signal)) ?? null,
  };
}

async function modelsOf(
  { model, appModel = model, baseUrl, price, log }: exported.TaskOptions,
  person: Person,
): Promise<Readonly<Record<AgentKind, Model>>> {
  const profile = profileFolder(process.env);
  const file = path.join(profile, keyFileName);
  const kept = new ModelKeys({ file, variables: process.env, keychain: () => Promise.resolve(null) });
  const asked = {
    baseUrl,
    localUrl: (await settingsIn(path.join(profile, 'settings.json'))).localModelUrl,
    price: price ?? null,
    variables: process.env,
    keptKey: (provider: KeyedProvider) => kept.kept(provider),
    person: (as: AgentKind) => askAs(person, as),
    notice: (sentence: string) => log?.('warn', sentence),
  };
  const open = async (kind: AgentKind, given: string | exported.AnswerQuestion) => {
    if (typeof given === 'function') return ownModel(kind, given);
    return (await openTaskModels({ ...asked, names: { HostAgent: given, AppAgent: given } }))[kind];
  };
  return { HostAgent: await open('HostAgent', model), AppAgent: await open('AppAgent', appModel) };
}

/** Its cost is unknown. */
function ownModel(agent: AgentKind, answer: exported.AnswerQuestion): Model {
  return {
    name: 'own:model',
    pictures: pictureLimits.usual,
    ask: async ({ system, parts, schema }, signal) => {
      const text: unknown = await answer({ agent, system, parts, schema }, signal);
      if (typeof text !== 'string')
        throw new AppError('model_error', `The model of the ${agent} answered ${typeof text}, not a text.`, {
          hint: 'Return the answer as JSON text: JSON.stringify(…).',
        });
      return { text, usage: { inputTokens: 0, outputTokens: 0, cost: null } };
    },
  };
}
