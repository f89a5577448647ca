import { expect, it } from 'vitest';
import type { HeldBarState } from '#contract/events';
import type { WaitingCall } from '../../agents/debugger/call-hold.ts';
import { Debugger } from '../../agents/debugger/debugger.ts';
import { SteerHeld } from './steer-held.ts';

function setUp() {
  const did: string[] = [];
  const shown: HeldBarState[] = [];
  let [steering, inFront]: [SteerHeld | null, boolean] = [null, true];
  const debug = new Debugger({ changed: () => steering?.update(), reporter: () => () => undefined });
  steering = new SteerHeld({
    debug,
    bar: { open: () => did.push('open'), close: () => did.push('close') },
    changed: (state) => shown.push(state),
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
    check: () => '',
    stillWaits: () => undefined,
  });
  const hold = (tool: string) => debug.hold(call(tool), new AbortController().signal);
  const setMainInFront = (is: boolean) => {
    inFront = is;
    steering.update();
  };
  return { debug, steering, did, shown, hold, setMainInFront };
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
