import { expect, it, vi } from 'vitest';
import { disposable } from '../../../../../base/async/disposable.ts';
import type { Call, Message } from '../../dbus/message.ts';
import { Portal, type Bus } from './portal.ts';

const root = '/org/freedesktop/portal/desktop';
const owner = ':1.7';
const question = { face: 'RemoteDesktop', member: 'Start', signature: 'os', body: [`${root}/session/x`, ''] } as const;

interface SentMessage extends Partial<Message> {
  readonly member: string;
  readonly values?: unknown[];
}

/** A bus on which the portal is `:1.7`, which answers a request with the handle that `handle` derives from ours. */
async function open(handle: (ours: string) => string | Promise<string> = (ours) => ours) {
  const listeners: ((message: Message) => void)[] = [];
  let lose: () => void = () => undefined;
  let ours = '';
  const calls: Call[] = [];
  const bus: Bus = {
    name: ':1.42',
    addMatch: () => Promise.resolve(),
    onLost: (listener) => (lose = listener),
    close: () => undefined,
    onSignal(listener) {
      listeners.push(listener);
      return disposable(() => undefined);
    },
    async call(call) {
      calls.push(call);
      if (call.member === 'GetNameOwner') return [owner];
      const last = call.body?.at(-1);
      const options = Array.isArray(last) ? (last as [string, { value: string }][]) : [];
      const token = options.find(([name]) => name === 'handle_token')?.[1].value;
      if (token === undefined) return [];
      ours = `${root}/request/1_42/${token}`;
      return [await handle(ours)];
    },
  };
  const send = ({ sender = owner, path = ours, values = [], ...rest }: SentMessage) => {
    const face = `org.freedesktop.portal.${rest.member === 'Closed' ? 'Session' : 'Request'}`;
    const message = { type: 4, serial: 1, replySerial: 0, errorName: '', destination: '', interface: face, ...rest };
    for (const listener of listeners) listener({ ...message, sender, path, body: () => values });
  };
  const changeOwner = (sender: string, now: string) =>
    send({ member: 'NameOwnerChanged', sender, values: ['org.freedesktop.portal.Desktop', owner, now] });
  return { portal: await Portal.over(bus), send, changeOwner, calls, lose: () => lose(), path: () => ours };
}

const answer = (code: number) => ({ member: 'Response', values: [code, new Map()] });

it('accepts answers only from the portal, to its own request', async () => {
  const { portal, send } = await open();
  const { answer: answered } = await portal.request(question);
  send({ ...answer(1), sender: ':1.9' });
  send({ ...answer(1), path: `${root}/request/1_42/another` });
  send(answer(0));
  send(answer(1));
  expect((await answered).code).toBe(0);
});

it('accepts an answer before its handle, if an older portal creates its own', async () => {
  const other = `${root}/request/1_42/of_the_portal`;
  let send: (sent: SentMessage) => void = () => undefined;
  const opened = await open(() => {
    send({ ...answer(0), path: other, sender: ':1.9' });
    send({ ...answer(2), path: other });
    return other;
  });
  send = opened.send;
  expect((await (await opened.portal.request(question)).answer).code).toBe(2);
});

it('reports at once that the portal exited, ignoring others', async () => {
  const { portal, changeOwner } = await open();
  const ended = vi.fn();
  portal.onClosed(`${root}/session/x`, ended);
  const { answer: answered } = await portal.request(question);
  const failed = vi.fn();
  answered.catch(failed);
  changeOwner(':1.9', '');
  await Promise.resolve();
  expect(failed).not.toHaveBeenCalled();
  changeOwner('org.freedesktop.DBus', '');
  await expect(answered).rejects.toMatchObject({ code: 'display_unavailable', delivery: 'not_delivered' });
  expect(ended).toHaveBeenCalledExactlyOnceWith(true);
});

it('reports at once that the bus was lost', async () => {
  const { portal, lose } = await open();
  const { answer: answered } = await portal.request(question);
  lose();
  await expect(answered).rejects.toMatchObject({ code: 'display_unavailable' });
});

it('accepts the end of its session only from the portal', async () => {
  const { portal, send } = await open();
  const ended = vi.fn();
  portal.onClosed(`${root}/session/x`, ended);
  send({ member: 'Closed', path: `${root}/session/x`, sender: ':1.9' });
  send({ member: 'Closed', path: `${root}/session/y` });
  expect(ended).not.toHaveBeenCalled();
  send({ member: 'Closed', path: `${root}/session/x` });
  expect(ended).toHaveBeenCalledExactlyOnceWith(false);
});

it('withdraws an unanswered request', async () => {
  const { portal, calls, path } = await open();
  const request = await portal.request(question);
  request.withdraw();
  await expect(request.answer).rejects.toMatchObject({ code: 'display_unavailable' });
  expect(calls.at(-1)).toMatchObject({ member: 'Close', path: path() });
});
