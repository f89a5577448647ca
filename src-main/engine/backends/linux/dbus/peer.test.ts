import { expect, it } from 'vitest';
import { Peer } from './peer.ts';

/** Sends as much as a connection would. Returns what waits. */
function ask(peer: Peer<string>, isBulk: boolean, calls: readonly string[]): readonly string[] {
  const sent: string[] = [];
  for (const call of calls) {
    const lane = peer.laneFor(isBulk);
    if (lane.hasRoom) {
      lane.inFlight++;
      sent.push(call);
    } else lane.queue.add(call);
  }
  return sent;
}

/** Answers one call, and returns the calls sent as a result. */
function answer(peer: Peer<string>, isBulk: boolean): readonly string[] {
  const lane = isBulk ? peer.laneFor(true) : peer.laneFor(false);
  lane.inFlight--;
  peer.answered(lane);
  const sent: string[] = [];
  peer.fill((next) => {
    peer.laneFor(next.startsWith('tree')).inFlight++;
    sent.push(next);
  });
  return sent;
}

const tree = (count: number) => Array.from({ length: count }, (_, index) => `tree ${index}`);

it('sends other calls at once during a tree read, before the pending bulk calls', () => {
  const peer = new Peer<string>();
  expect(ask(peer, true, tree(1_000))).toHaveLength(256);
  expect(ask(peer, false, ['hit'])).toEqual(['hit']);
});

it('keeps few bulk calls in flight during other calls, and resumes in full afterwards', async () => {
  const peer = new Peer<string>();
  ask(peer, true, tree(1_000));
  ask(peer, false, ['hit']);
  for (let answered = 0; answered < 251; answered++) expect(answer(peer, true)).toEqual([]);
  expect(answer(peer, true)).toHaveLength(4);
  expect(answer(peer, false)).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(answer(peer, true)).toHaveLength(249);
});

it('eventually sends all calls', () => {
  const peer = new Peer<string>();
  const calls = tree(1_000);
  const sent = [...ask(peer, true, calls)];
  for (let answered = 0; answered < calls.length; answered++) sent.push(...answer(peer, true));
  expect(sent).toEqual(calls);
  expect(peer.isIdle).toBe(true);
});
