import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, type ComputersInUseView } from '#contract/api';
import type { AgentsState, NewTask, TaskView } from '#contract/model/agents/task';
import { uncontrolled, nobody } from '../agents/control.ts';
import { modelsHandlers } from '../app/ipc/handlers/agents.ts';
import type { Role } from '../app/ipc/sender.ts';
import { createDispatch } from '../app/ipc/dispatch.ts';
import { createLog } from '../base/log.ts';
import { keyFileName, ModelKeys } from '../agents/models/keys/model-keys.ts';
import { keyIn, serveModel, type Behaviour } from '../agents/models/testing/endpoint.ts';
import { otherKeychain } from '../agents/models/testing/keychain.ts';
import { Traces } from '../runs/traces.ts';
import { CallRun } from '../tools/call-run.ts';
import { createBench } from '../tools/testing/run-tools.ts';
import { allowServers } from '../computer/config/starts.ts';
import { AgentsService } from './tasks/agents-service.ts';
import { ComputersInUse } from './computers/computers-in-use.ts';

type ModelsApi = Pick<typeof api, 'models.keys' | 'models.setKey' | 'models.removeKey'>;
const key = 'sk-very-secret-and-long';
const closing: (() => Promise<void> | void)[] = [];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope-secrets-'));
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  rmSync(folder, { recursive: true });
});

/** The app's service with a model server of the given behaviours, and everything that either writes or logs. */
async function serviceWith(behaviours: readonly Behaviour[]) {
  const endpoint = await serveModel(behaviours);
  const reported: string[] = [];
  const log = createLog('test', (line) => reported.push(line));
  const modelKeys = new ModelKeys({
    file: path.join(folder, keyFileName),
    variables: {},
    keychain: () => Promise.resolve(otherKeychain()),
  });
  const states: AgentsState[] = [];
  const computers: (readonly ComputersInUseView[])[] = [];
  const inUse = new ComputersInUse(() => computers.push(inUse.view));
  const bench = await createBench({
    policyMode: 'act',
    observers: [{ before: () => undefined, after: () => undefined }],
  });
  const traces = new Traces({
    root: folder,
    own: new CallRun('app', () => 'Deskscope'),
    source: bench.engine,
    log,
    onStopped: (reason) => reported.push(reason),
  });
  const service = new AgentsService({
    mayStart: allowServers,
    runner: bench.runner,
    engine: bench.engine,
    person: nobody,
    control: uncontrolled,
    settings: () => ({ mcpConfig: '', localModelUrl: endpoint.url }),
    keptKey: (provider) => modelKeys.kept(provider),
    inUse,
    traces,
    desktops: { start: () => Promise.reject(new Error('None.')), enter: () => Promise.reject(new Error('None.')) },
    runnerOn: () => bench.runner,
    openRun: () => Promise.reject(new Error('No run is opened.')),
    variables: {},
    prompts: path.join(folder, 'prompts'),
    documentation: path.join(folder, 'app-docs'),
    version: '0.0.0',
    changed: (state) => states.push(state),
    log,
  });
  closing.push(
    () => endpoint.close(),
    () => bench.close(),
    () => traces.close(),
    () => service.close(),
  );
  const dispatch = createDispatch<ModelsApi, Role>(
    {
      'models.keys': api['models.keys'],
      'models.setKey': api['models.setKey'],
      'models.removeKey': api['models.removeKey'],
    },
    modelsHandlers({ modelKeys }),
    log,
  );
  return { endpoint, service, states, reported, computers, dispatch };
}

async function doTask(service: AgentsService, more: Partial<NewTask> = {}): Promise<TaskView> {
  await service.start({ task: 'Press 7', model: 'local:gpt', limits: { steps: 3 }, ...more });
  return vi.waitFor(() => {
    const { task } = service.state;
    if (task?.status !== 'ended') throw new Error('It is under way.');
    return task;
  }, 15_000);
}

function filesIn(place: string): readonly string[] {
  const files = readdirSync(place, { withFileTypes: true });
  return files.flatMap((file) => {
    const name = path.join(place, file.name);
    return file.isDirectory() ? filesIn(name) : [readFileSync(name, 'latin1')];
  });
}

it('shows a key to its server only: not in runs, logs, errors, or events for pages', { timeout: 30_000 }, async () => {
  const parrot = { status: 'CONTINUE', thought: `I was given ${key}.`, function: 'none' };
  const { endpoint, service, states, reported, dispatch } = await serviceWith([
    { does: 'answer', text: JSON.stringify(parrot) },
    { does: 'raw', body: `No JSON, but ${key}` },
    { does: 'status', status: 401 },
    { does: 'status', status: 401 },
  ]);
  const answers = [
    await dispatch('models.setKey', { provider: 'local', key: `${key} with\nmore`, inFile: false }, 'main'),
    await dispatch('models.setKey', { provider: key, key, inFile: 'yes' }, 'main'),
    await dispatch('models.setKey', { provider: 'local', key, inFile: false }, 'main'),
    await dispatch('models.keys', {}, 'main'),
  ];
  expect(answers.map(({ ok }) => ok)).toEqual([false, false, true, true]);
  const task = await doTask(service);
  expect(keyIn(endpoint.received[0]!.headers)).toBe(`Bearer ${key}`);
  expect(task.text).toContain('rejected the key');
  await service.close();
  const files = filesIn(folder);
  expect(files.some((text) => text.includes('I was given •••'.replaceAll('•', '\u00e2\u0080\u00a2')))).toBe(true);
  for (const text of [...files, ...reported, JSON.stringify(states), JSON.stringify(answers)])
    expect(text).not.toContain(key);
});

it('does a task with a server that needs no key, and shows its Computers meanwhile', { timeout: 30_000 }, async () => {
  const { endpoint, service, computers } = await serviceWith([
    { does: 'answer', text: '{"status":"FAIL","thought":"I cannot."}' },
  ]);
  expect(await doTask(service)).toMatchObject({ outcome: 'failed' });
  expect(keyIn(endpoint.received[0]!.headers)).toBe('no key');
  await service.close();
  expect(computers).toContainEqual([
    {
      kind: 'task',
      who: 'Press 7',
      computers: [expect.objectContaining({ agent: 'HostAgent', root: 'default', problems: [] })],
    },
  ]);
  expect(computers.at(-1)).toEqual([]);
});

describe('a task of the app', () => {
  const goOn = Array.from({ length: 9 }, () => ({ does: 'answer', text: '{"status":"CONTINUE"}' }) as const);
  const price = { input: 1e6, output: 1e6 };

  it('has a cost if the price of its model is known, and ends at a limit in dollars', { timeout: 30_000 }, async () => {
    const { service } = await serviceWith(goOn);
    const { outcome, text, usage } = await doTask(service, { price, limits: { steps: 9, cost: 1 } });
    expect([outcome, text]).toEqual(['limit', 'The run reached its limit of 1 dollars.']);
    expect(usage.cost).toBe(usage.inputTokens + usage.outputTokens);
  });

  it('has no cost if it is not, and ends at a limit in tokens', { timeout: 30_000 }, async () => {
    const { service } = await serviceWith(goOn);
    const { outcome, text, usage } = await doTask(service, { limits: { steps: 9, tokens: 1 } });
    expect([outcome, text, usage.cost]).toEqual(['limit', 'The run reached its limit of 1 tokens.', null]);
  });
});
