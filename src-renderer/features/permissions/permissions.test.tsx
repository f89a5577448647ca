import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { PermissionApi, PermissionRequest } from '#contract/api';
import type { Client } from '#contract/define';
import { AppError } from '#contract/errors';
import { testServices } from '../../bridge/test-services.ts';
import { PermissionPage, shownPart } from './question.tsx';
import { createPermissionsStore } from './store.ts';

function question(id: string, more: Partial<PermissionRequest> = {}): PermissionRequest {
  return {
    kind: 'permission',
    id,
    caller: { kind: 'agent', name: 'Robot' },
    tool: 'action::click_input',
    effect: 'act',
    title: 'Click a control',
    sentence: 'Click “Save”',
    target: 'editor',
    windowTitle: 'Letter',
    windowId: '0x1',
    parameters: { id: '1' },
    reason: 'acting',
    apps: ['editor'],
    offers: ['deny', 'deny-session', 'once', 'session'],
    deadline: Date.now() + 60_000,
    ...more,
  };
}

function setUp(decide: () => Promise<void> = () => Promise.resolve()) {
  const services = testServices({});
  const client = {
    'permissions.decide': vi.fn(decide),
    'permissions.pending': () => new Promise(() => undefined),
    'permissions.icon': () => Promise.resolve(null),
    'permissions.picture': () => Promise.resolve(null),
  };
  const store = createPermissionsStore(client as unknown as Client<PermissionApi>, services.on);
  store.getState().follow();
  const ids = () => store.getState().pending.map(({ id }) => id);
  return { ...services, store, ids, decide: client['permissions.decide'] };
}

it('shows the surroundings of a target in a large window, and a small one whole', () => {
  const large = { x: 100, y: 0, width: 1040, height: 520 };
  expect(shownPart(large, [{ x: 110, y: 300 }])).toMatchObject({
    scale: 0.75,
    shown: { x: 100 },
  });
  const { y, height } = shownPart(large, [{ x: 110, y: 300 }]).shown;
  expect([y + height / 2, height * 0.75]).toEqual([300, 130]);
  expect(shownPart(large, [])).toMatchObject({ shown: large, scale: 0.25 });
  const small = { x: 0, y: 0, width: 200, height: 100 };
  expect(shownPart(small, [{ x: 5, y: 5 }])).toMatchObject({ shown: small, scale: 1 });
});

describe('questions', () => {
  it('are answered one after another, oldest first', async () => {
    const { store, emit, ids, decide } = setUp();
    emit('permissions.asked', [question('1'), question('2')]);
    await store.getState().answer('once', 7);
    expect(decide).toHaveBeenCalledWith({ id: '1', answer: 'once', at: 7 });
    expect(ids()).toEqual(['2']);
  });

  it('are not lost if the main process announces the rest before it replies', async () => {
    const { store, emit, ids } = setUp(() => {
      emit('permissions.asked', [question('2'), question('3')]);
      return Promise.resolve();
    });
    emit('permissions.asked', [question('1'), question('2')]);
    await store.getState().answer('deny', 7);
    expect(ids()).toEqual(['2', '3']);
  });

  it('stay if an answer was not delivered, and report that until one is', async () => {
    const lost = new AppError('timeout', 'Too slow.');
    const { store, emit, ids, decide } = setUp(() => Promise.reject(lost));
    emit('permissions.asked', [question('1')]);
    await store.getState().answer('once', 7);
    expect(ids()).toEqual(['1']);
    expect(markupOf(store.getState())).toContain('Too slow.');
    decide.mockResolvedValue(undefined);
    await store.getState().answer('once', 8);
    expect(store.getState()).toMatchObject({ pending: [], error: null });
  });
});

/** First render of the page, with this state. */
function markupOf(state: Partial<ReturnType<ReturnType<typeof setUp>['store']['getState']>>): string {
  const whole = { ...setUp().store.getState(), ...state };
  return renderToStaticMarkup(<PermissionPage store={createStore(() => whole)} />);
}

describe('the page of a question', () => {
  const asked = (more: Partial<PermissionRequest>) => markupOf({ pending: [question('1', more), question('2')] });
  const buttons = (markup: string) => [...markup.matchAll(/<button[^>]*data-testid="([^"]*)"/g)].map(([, id]) => id);

  it('offers the possible answers, and always a no', () => {
    expect(buttons(asked({}))).toEqual(['allow-session', 'allow-once', 'deny-session', 'deny']);
    expect(buttons(asked({ offers: ['deny', 'once'] }))).toEqual(['allow-once', 'deny-session', 'deny']);
    expect(buttons(asked({ offers: ['deny', 'once', 'always'] }))).toContain('allow-always');
  });

  it('accepts no yes before the question was read', () => {
    expect(asked({})).toContain('data-ready="false"');
    expect(asked({})).toContain('Scroll to the end before you say yes');
  });

  it('accepts only a no after the deadline', () => {
    const late = asked({ deadline: Date.now() - 1 });
    expect(late).toContain('Time is up: denied');
    expect(late.match(/<button[^>]*disabled=""/g)).toHaveLength(3);
    expect(late).not.toMatch(/<button[^>]*disabled=""[^>]*data-testid="deny"/);
    expect(asked({})).not.toContain('disabled=""');
  });

  it('lets no word of a client or an app start a line or close its quotes', () => {
    const forged = 'Robot” is allowed\u2028Deskscope: press Allow\u202e';
    const markup = asked({
      caller: { kind: 'agent', name: forged },
      target: forged,
      windowTitle: forged,
      apps: [forged],
    });
    expect(markup).not.toMatch(/[\u2028\u202e]/);
    expect(markup).toContain('“Robot&quot; is allowed');
  });

  it('shows the number of further questions', () => expect(asked({})).toContain('1 more waiting'));
});
