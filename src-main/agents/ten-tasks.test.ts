import { describe, expect, it } from 'vitest';
import { openModel } from './models/open-model.ts';
import { pictureLimits } from './models/pictures.ts';
import { scriptedModel } from './models/scripted.ts';
import { serveModel, type Behaviour } from './models/testing/endpoint.ts';
import { computerSpeakers, pictureSizeIn, speakers, type Line, type Speaker } from './models/testing/speakers.ts';
import { assign, editor, shows } from './testing/answers.ts';
import { runOnFake, type TaskBenchOptions, type TaskRun } from './testing/task-bench.ts';
import { tenTasks } from './testing/ten-tasks.ts';

/** Occasional faults of networks and servers. */
const faults: readonly Behaviour[] = [
  { does: 'status', status: 429 },
  { does: 'cut' },
  { does: 'raw', body: '<html>proxy</html>' },
  { does: 'status', status: 500 },
  { does: 'raw', body: '{"choices":[]}' },
];

/** An AppAgent behind a real address that speaks the model's dialect, a HostAgent by script. */
async function run(
  speaker: Speaker,
  lines: readonly (Line | Behaviour)[],
  host: readonly object[],
  options: Partial<TaskBenchOptions> = {},
): Promise<TaskRun & { readonly asked: readonly string[] }> {
  const behaviours = lines.map((line): Behaviour =>
    'does' in line ? line : { does: 'reply', reply: (body) => speaker.replyTo(line, pictureSizeIn(body)) },
  );
  const endpoint = await serveModel(behaviours);
  try {
    const model = await openModel(speaker.name, {
      baseUrl: endpoint.url,
      variables: {},
      pausesMs: [1, 1, 1],
      // Smaller than the windows, so that places must be scaled.
      pictures: { ...pictureLimits.usual, maxSide: 250 },
    });
    const ended = await runOnFake({
      models: {
        HostAgent: scriptedModel('scripted:test', { HostAgent: [...host] as never }, 'HostAgent'),
        AppAgent: model,
      },
      rests: false,
      limits: { steps: 200, rounds: 20 },
      ...options,
    });
    return { ...ended, asked: endpoint.received.map(({ body }) => JSON.stringify(body)) };
  } finally {
    await endpoint.close();
  }
}

/** Of each dialect the newest version: older ones differ in how a call is wrapped. */
const newest = speakers.filter(({ name }) => !/2025|preview/.test(name));
describe.concurrent.each(newest.map((speaker) => [speaker.name, speaker] as const))('%s', (_, speaker) => {
  it.concurrent('does the ten tasks, each verified, over an unreliable connection', { timeout: 180_000 }, async () => {
    const lines = tenTasks.lines.flatMap((line, index) => [...(faults[index / 3] ? [faults[index / 3]!] : []), line]);
    const requests = tenTasks.requests.slice(1);
    const ended = await run(speaker, lines, tenTasks.host, {
      request: tenTasks.requests[0]!,
      nextRequest: () => Promise.resolve(requests.shift() ?? null),
      person: { answer: () => Promise.resolve('blue'), confirm: () => Promise.resolve(null) },
    });
    expect(ended.of('outcome').map(({ outcome, text }) => [outcome, text])).toEqual(
      tenTasks.requests.map(() => ['done', 'done']),
    );
    expect(ended.of('acted').filter(({ status }) => status !== 'success')).toEqual([]);
    expect(ended.subTasks.filter(({ status }) => status !== 'done')).toMatchObject([{ text: 'Write after all' }]);
    expect(ended.of('saw').every(({ pictures }) => pictures.length === 1)).toBe(true);
  });
});

const asking = computerSpeakers.filter(({ name }) => !name.startsWith('anthropic'));
describe.each(asking.map((speaker) => [speaker.name, speaker] as const))("a provider's check of %s", (_, speaker) => {
  const text = { x: 0.5, y: 0.5 };
  const writes = (word: string, check?: string): Line => ({
    acts: [
      { does: 'click', at: text },
      { does: 'type', text: word },
    ],
    ...(check !== undefined && { check }),
  });

  it('is put to the user; after a yes it is done and acknowledged', async () => {
    const asked: string[] = [];
    const ended = await run(
      speaker,
      [writes('sent', 'It sends.'), { replies: 'done' }],
      [assign(editor, 'Write'), shows('Editor', 'sent')],
      {
        person: {
          answer: () => Promise.resolve(null),
          confirm: ({ text: question }) => {
            asked.push(question);
            return Promise.resolve(true);
          },
        },
      },
    );
    expect(ended.outcome).toBe('done');
    expect(asked).toEqual(["The model's provider asks for your consent: It sends."]);
    expect(ended.asked[1]).toMatch(/"acknowledged_safety_checks":\[\{"id":"check"|"safety_acknowledgement":true/);
  });

  it.each([false, null])('after %s nothing is done, and nothing acknowledged', async (yes) => {
    const ended = await run(
      speaker,
      [writes('sent', 'It sends.'), { replies: 'FAIL: not allowed' }],
      [assign(editor, 'Write'), { status: 'FAIL', result: 'no' }],
      {
        person: { answer: () => Promise.resolve(null), confirm: () => Promise.resolve(yes) },
      },
    );
    expect(ended.of('acted').filter(({ action }) => action.function !== 'select_application_window')).toEqual([]);
    expect(ended.asked[1]).not.toMatch(/acknowledg/);
    expect(ended.asked[1]).toContain('the user did not allow it');
  });
});

describe.each(computerSpeakers.map((speaker) => [speaker.name, speaker] as const))('acts of %s', (_, speaker) => {
  it('pass the permissions of every call', async () => {
    const lines: Line[] = [{ acts: [{ does: 'type', text: 'x' }] }, { replies: 'FAIL: denied' }];
    const ended = await run(speaker, lines, [assign(editor, 'Write'), { status: 'FAIL', result: 'no' }], {
      policyMode: 'observe',
    });
    // A HostAgent may not even select the window.
    expect(ended.of('acted').some(({ status }) => status === 'success')).toBe(false);
  });

  it('outside the picture are reported to the model, which answers again; nothing is done', async () => {
    const beyond: Line = { acts: [{ does: 'click', at: { x: 3, y: 3 } }] };
    const ended = await run(
      speaker,
      [beyond, { replies: 'FAIL: lost' }],
      [assign(editor, 'Write'), { status: 'FAIL', result: 'no' }],
    );
    expect(ended.of('acted')).toHaveLength(1);
    expect(ended.asked[1]).toContain('is outside the picture');
    expect(ended.outcome).toBe('failed');
  });
});
