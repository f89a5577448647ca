import { expect, it } from 'vitest';
import type { HeldBarState } from '#contract/events';
import type { WaitingCall } from '../../agents/debugger/call-hold.ts';
import { Debugger } from '../../agents/debugger/debugger.ts';
import { SteerHeld, type SteeringOptions } from './steer-held.ts';

function setUp() {
  const did: string[] = [];
  const shown: HeldBarState[] = [];
  let [steering, inFront]: [SteerHeld | null, boolean] = [null, true];
  let agoMs: number | null = null;
  let keys: Parameters<NonNullable<SteeringOptions['holdKeys']>>[0] = null;
  const debug = new Debugger({ changed: () => steering?.update(), reporter: () => () => undefined });
  steering = new SteerHeld({
    debug,
    bar: { open: () => did.push('open'), close: () => did.push('close') },
    changed: (state) => shown.push(state),
    holdKeys: (actions) => {
      keys = actions;
    },
    inputAgoMs: () => Promise.resolve(agoMs),
    capture: () => Promise.resolve({ png: new Uint8Array([1]), bounds: { x: 10, y: 20, width: 300, height: 200 } }),
    isMainInFront: () => inFront,
    showMain: () => did.push('main'),
  });
  const call = (tool: string): WaitingCall => ({
    caller: { kind: 'agent', name: 'robot' },
    tool,
    acts: true,
    parameters: { selector: 'role=Button name="7"', window: 'galculator' },
    isSecret: false,
    window: () => Promise.resolve(''),
    element: () => Promise.resolve(''),
    place: () => Promise.resolve({ window: '0x7', at: { x: 40, y: 60 } }),
    check: () => '',
    stillWaits: () => undefined,
  });
  const hold = (tool: string) => debug.hold(call(tool), new AbortController().signal);
  const setMainInFront = (is: boolean) => {
    inFront = is;
    steering.update();
  };
  const setInputAgo = (ms: number | null) => {
    agoMs = ms;
  };
  return { debug, steering, did, shown, hold, setMainInFront, setInputAgo, keys: () => keys };
}

it('is there while something is held and the main window is not in front', async () => {
  const { debug, steering, did, shown, hold, setMainInFront } = setUp();
  debug.pause();
  const calls = [hold('click_element'), hold('type_text')];
  await expect.poll(() => debug.state.held.length).toBe(2);
  expect(did).toEqual([]);
  setMainInFront(false);
  expect(did).toEqual(['open']);
  expect(shown.at(-1)).toMatchObject({
    held: { who: 'robot', title: 'click_element', target: 'Button “7” in galculator' },
    waiting: 1,
  });
  setMainInFront(true);
  setMainInFront(false);
  expect(did).toEqual(['open', 'close', 'open']);
  steering.resume();
  expect(await Promise.all(calls)).toMatchObject([{ do: 'go' }, { do: 'go' }]);
  expect(did).toEqual(['open', 'close', 'open', 'close']);
});

it('lets go of what the person saw, and of nothing that came in its place', async () => {
  const { debug, steering, hold, setMainInFront } = setUp();
  debug.pause();
  setMainInFront(false);
  const first = hold('click_element');
  await expect.poll(() => steering.state.held).not.toBeNull();
  const { id } = steering.state.held!;
  steering.run(id);
  expect(await first).toMatchObject({ do: 'go' });
  const second = hold('close_window');
  await expect.poll(() => steering.state.held?.title).toBe('close_window');
  expect(() => steering.run(id)).toThrow('no longer held');
  steering.deny(steering.state.held!.id);
  expect(await second).toEqual({ do: 'deny' });
});

it('obeys its keys wherever the focus is, but not right after input of an agent', async () => {
  const { debug, steering, hold, setInputAgo, keys } = setUp();
  expect(keys()).toBeNull();
  debug.pause();
  const first = hold('click_element');
  await expect.poll(() => steering.state.held).not.toBeNull();
  setInputAgo(200);
  keys()!.run();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(steering.state.held).not.toBeNull();
  setInputAgo(5_000);
  keys()!.run();
  expect(await first).toMatchObject({ do: 'go' });
  const second = hold('close_window');
  await expect.poll(() => steering.state.held?.title).toBe('close_window');
  keys()!.deny();
  expect(await second).toEqual({ do: 'deny' });
  expect(keys()).toBeNull();
});

it('shows the window of what is held, with the point that it would press', async () => {
  const { debug, steering, hold } = setUp();
  debug.pause();
  const call = hold('click_element');
  await expect.poll(() => steering.state.held).not.toBeNull();
  const { id } = steering.state.held!;
  expect(await steering.picture(id)).toMatchObject({ at: { x: 40, y: 60 }, bounds: { x: 10, y: 20 } });
  steering.run(id);
  await call;
  await expect(steering.picture(id)).rejects.toThrow('no longer held');
});
