import { expect, it, vi } from 'vitest';
import { silentLog } from '../base/log.ts';
import type { EngineProcess, FromEngine, ToEngine } from '../engine/process/protocol.ts';
import { createRemoteEngine } from '../engine/process/remote-engine.ts';
import { listingHere } from './engine-here.ts';

/** A process that never does anything by itself. */
function stillProcess() {
  const sent: ToEngine[] = [];
  let tell: (message: FromEngine) => void = () => undefined;
  let exit: (reason: string) => void = () => undefined;
  const process: EngineProcess = {
    pid: 1,
    send(message) {
      sent.push(message);
      if (message.type === 'close') exit('exit code 0');
    },
    onMessage: (listener) => (tell = listener),
    onExit: (listener) => (exit = listener),
    kill: () => exit('SIGKILL'),
  };
  return { process, sent, tell: (message: FromEngine) => tell(message) };
}

const describedBy = (processId: number) => ({ ok: true as const, value: { processId } });

it('lists the windows here while the engine’s process starts, and by it from then on', async () => {
  const { process: other, sent, tell } = stillProcess();
  const engine = listingHere(createRemoteEngine({ spawn: () => other, log: silentLog }), {
    backend: 'x11',
    log: silentLog,
  });
  expect((await engine.describe({})).processId).toBe(process.pid);
  expect((await engine.listWindows({})).items).toEqual([]);
  expect(sent).toEqual([]);
  tell({ type: 'ready' });
  const described = engine.describe({});
  await vi.waitFor(() => expect(sent).toMatchObject([{ type: 'call', id: 1, method: 'describe' }]));
  tell({ type: 'reply', id: 1, reply: describedBy(1) });
  expect((await described).processId).toBe(1);
  await engine.close();
});

it('leaves a list that cannot be read here to the engine’s process, and one that is followed', async () => {
  for (const [backend, isFollowed] of [
    ['fake', false],
    ['x11', true],
  ] as const) {
    const { process: other, sent, tell } = stillProcess();
    const engine = listingHere(createRemoteEngine({ spawn: () => other, log: silentLog }), { backend, log: silentLog });
    if (isFollowed) engine.on('windows', () => undefined);
    const described = engine.describe({});
    // Longer than a list takes here.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(sent).toEqual([]);
    tell({ type: 'ready' });
    await vi.waitFor(() => expect(sent.at(-1)).toMatchObject({ type: 'call', id: 1 }));
    tell({ type: 'reply', id: 1, reply: describedBy(1) });
    expect((await described).processId).toBe(1);
    await engine.close();
  }
});
