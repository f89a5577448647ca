import { describe, expect, it } from 'vitest';
import {
  parseRule,
  policyModes,
  type Effect,
  type Grant,
  type PolicyMode,
} from '#contract/model/permissions/permission';
import { defaultSettings } from '#contract/model/settings';
import type { Caller } from '#contract/model/tools/tool-call';
import type { Access } from './access.ts';
import { namedBy, wordIn } from './patterns.ts';
import { decide, grantApp, type PolicyQuestion } from './policy.ts';

const calculator = { app: 'galculator', title: 'Calculator' };
const keepass = { app: 'keepassxc', title: 'Passwords' };
const forAlways: Grant = {
  id: '1',
  client: 'robot',
  app: 'galculator',
  tool: null,
  denies: null,
  lasts: 'always',
  at: '2026-01-01T00:00:00Z',
};

function ask(more: Partial<PolicyQuestion> = {}) {
  return decide({
    effect: 'act',
    caller: { kind: 'agent', name: 'robot' },
    access: 'full',
    mode: 'ask',
    halted: false,
    tool: 'click_input',
    windows: [calculator],
    labels: ['7'],
    grant: null,
    denial: null,
    lists: defaultSettings,
    ...more,
  });
}
const rules = (...permissionRules: string[]) => ({ lists: { ...defaultSettings, permissionRules } });

describe('the table', () => {
  const row = (effect: Effect, more: Partial<PolicyQuestion> = {}) =>
    policyModes.map((mode) => ask({ effect, mode, ...more }).answer);

  const all = (answer: string) => policyModes.map(() => answer);
  const free = ['deny', 'allow', 'allow', 'allow'];
  const xterm = { app: 'xterm', title: 'bash', className: 'XTerm' };
  const editorWithTerminal = { app: 'editor', title: 'main.c', runsTerminal: true };
  const boxed = (executable: string) => ({ app: 'org.example.App', title: 'Notes', className: 'XCalc', executable });
  const runDialog = { app: '', title: '', takesKeys: true };

  it.each<[string, Effect, Partial<PolicyQuestion>, string[]]>([
    // By mode:                                                     observe  ask      act      all
    ['looking', 'observe', {}, ['allow', 'allow', 'allow', 'allow']],
    ['acting', 'act', {}, ['deny', 'ask', 'allow', 'allow']],
    ['acting, granted', 'act', { grant: forAlways }, ['deny', 'grant', 'allow', 'allow']],
    ['a program', 'program', {}, ['deny', 'ask', 'ask', 'allow']],
    ['a program, granted', 'program', { grant: forAlways }, ['deny', 'ask', 'ask', 'allow']],
    ['looking at what is sensitive', 'observe', { windows: [keepass] }, ['ask', 'ask', 'ask', 'allow']],
    ['acting in it', 'act', { windows: [keepass], grant: forAlways }, ['deny', 'ask', 'ask', 'allow']],
    ['one of many is sensitive', 'observe', { windows: [calculator, keepass] }, ['ask', 'ask', 'ask', 'allow']],
    ['a destructive label', 'act', { labels: ['ok', 'Delete all'] }, ['deny', 'ask', 'ask', 'allow']],
    ['the same, granted', 'act', { labels: ['_Delete'], grant: forAlways }, ['deny', 'ask', 'ask', 'allow']],
    ['looking with the read-only token', 'observe', { access: 'read' }, ['allow', 'allow', 'allow', 'allow']],
    ['acting with it', 'act', { access: 'read', grant: forAlways }, ['deny', 'deny', 'deny', 'deny']],
    ['looking while halted', 'observe', { halted: true }, ['allow', 'allow', 'allow', 'allow']],
    ['acting while halted', 'act', { halted: true, grant: forAlways }, ['deny', 'deny', 'deny', 'deny']],
    ['a denied tool', 'act', rules('deny click_* in galc*'), ['deny', 'deny', 'deny', 'deny']],
    [
      'another name of it',
      'act',
      { ...rules('deny drag*'), deniedAs: ['drag_on_coordinates'] },
      ['deny', 'deny', 'deny', 'deny'],
    ],
    [
      'another name of what is allowed',
      'act',
      { ...rules('allow drag*'), deniedAs: ['drag_on_coordinates'] },
      ['deny', 'ask', 'allow', 'allow'],
    ],
    ['a denied look', 'observe', rules('deny observe'), ['deny', 'deny', 'deny', 'deny']],
    ['an allowed tool', 'act', rules('allow click_input in galculator'), ['deny', 'allow', 'allow', 'allow']],
    ['an allowed program', 'program', rules('allow program'), ['deny', 'allow', 'allow', 'allow']],
    ['asked each time', 'act', { ...rules('ask act'), grant: forAlways }, ['deny', 'ask', 'ask', 'allow']],
    ['a rule for another app', 'act', rules('deny act in gedit'), ['deny', 'ask', 'allow', 'allow']],
    ['denied beats allowed', 'act', rules('allow act', 'deny click_input'), ['deny', 'deny', 'deny', 'deny']],
    [
      'what is sensitive, in Flatpak’s sandbox',
      'act',
      { windows: [boxed('keepassxc')] },
      ['deny', 'ask', 'ask', 'allow'],
    ],
    ['a terminal in it', 'act', { windows: [boxed('xterm')] }, ['deny', 'ask', 'ask', 'allow']],
    [
      'what is allowed to the program outside of it',
      'act',
      { ...rules('allow act in xcalc', 'allow act in XCalc'), windows: [boxed('xcalc')] },
      ['deny', 'ask', 'allow', 'allow'],
    ],
    [
      'what is allowed to the app by its id',
      'act',
      { ...rules('allow act in org.example.*'), windows: [boxed('xcalc')] },
      ['deny', 'allow', 'allow', 'allow'],
    ],
    ['sensitive beats allowed', 'act', { ...rules('allow *'), windows: [keepass] }, ['deny', 'ask', 'ask', 'allow']],
    ['acting in a terminal', 'act', { windows: [xterm], grant: forAlways }, ['deny', 'ask', 'ask', 'allow']],
    ['looking at one', 'observe', { windows: [xterm] }, ['allow', 'allow', 'allow', 'allow']],
    ['moving one', 'act', { windows: [xterm], handlesFrames: true }, ['deny', 'ask', 'allow', 'allow']],
    ['a terminal by its process', 'act', { windows: [editorWithTerminal] }, ['deny', 'ask', 'ask', 'allow']],
    ['a dock', 'act', { windows: [{ ...calculator, kind: 'dock' }] }, ['deny', 'ask', 'ask', 'allow']],
    ['keys that a run dialog takes', 'act', { windows: [calculator, runDialog] }, ['deny', 'ask', 'ask', 'allow']],
    ['keys of the desktop', 'act', { keys: ['Super+R'], grant: forAlways }, ['deny', 'ask', 'ask', 'allow']],
    ['keys that close', 'act', { keys: ['Enter', 'ALT+f4'] }, ['deny', 'ask', 'ask', 'allow']],
    ['ordinary keys', 'act', { keys: ['ctrl+s', 'Enter'] }, ['deny', 'ask', 'allow', 'allow']],
    ['closing by keys, denied', 'act', { ...rules('deny close_window'), keys: ['alt+F4'] }, all('deny')],
    ['a terminal, denied as an act', 'act', { ...rules('deny act'), windows: [xterm] }, all('deny')],
    ['allowed acts', 'act', { ...rules('allow act'), windows: [xterm] }, ['deny', 'ask', 'ask', 'allow']],
    ['an allowed terminal', 'act', { ...rules('allow program in xterm'), windows: [xterm] }, free],
    ['a window no one knows', 'act', { windows: [] }, ['deny', 'ask', 'allow', 'allow']],
  ])('%s', (_, effect, more, expected) => {
    expect(row(effect, more)).toEqual(expected);
  });

  it('applies the user’s own denials to the command line and replays too', () => {
    for (const kind of ['replay', 'cli'] as const) {
      expect(ask({ ...rules('deny act in galculator'), caller: { kind, name: 'deskscope' } })).toMatchObject({
        answer: 'deny',
        denial: 'ownRule',
      });
      expect(ask({ ...rules('ask act'), caller: { kind, name: 'deskscope' } }).answer).toBe('allow');
    }
  });

  it('lets the person at this machine do everything', () => {
    for (const [kind, more] of [['user'], ['replay', { mayStart: true }], ['cli']] as const) {
      const caller: Caller = { kind, name: '', ...more };
      expect(row('program', { caller, windows: [keepass], halted: true })).toEqual(policyModes.map(() => 'allow'));
    }
  });

  it('asks before a recording that may be a stranger’s starts a program, in every mode', () => {
    const caller: Caller = { kind: 'replay', name: '' };
    expect(row('program', { caller })).toEqual(policyModes.map(() => 'ask'));
    expect(row('program', { caller, ...rules('deny program') })).toEqual(policyModes.map(() => 'deny'));
    expect(row('act', { caller })).toEqual(policyModes.map(() => 'allow'));
  });

  it('offers to remember an answer only for an ordinary act in a known app', () => {
    const offers = (more: Partial<PolicyQuestion>) => {
      const answer = ask(more);
      return answer.answer === 'ask' ? answer.offers.join(' ') : answer.answer;
    };
    expect(offers({})).toBe('deny deny-session once session always');
    for (const more of [
      { windows: [] },
      { windows: [{ app: '', title: 'x' }] },
      { windows: [{ app: 'python3', title: 'x' }] },
      { windows: [keepass] },
      { labels: ['Send'] },
      { effect: 'program' as const },
      rules('ask act'),
    ]) {
      expect(offers(more)).toBe('deny deny-session once');
    }
  });

  it('reports why, by the deciding entry', () => {
    expect(ask({ windows: [keepass] }).rule).toBe('the sensitive app “keepass*”');
    expect(ask({ labels: ['Endgültig löschen'] }).rule).toBe('the destructive label “lösch*”');
    expect(ask(rules('deny  click_*  in galculator')).rule).toBe('your rule “deny click_* in galculator”');
  });
});

it('over every combination, stopped, sensitive or destructive calls never run without consent', () => {
  const all = <T>(...values: T[]) => values;
  let seen = 0;
  for (const effect of all<Effect>('observe', 'act', 'program'))
    for (const access of all<Access>('read', 'full'))
      for (const mode of all<PolicyMode>(...policyModes))
        for (const halted of all(true, false))
          for (const windows of all([], [calculator], [keepass], [calculator, keepass]))
            for (const labels of all<string[]>([], ['7'], ['Pay now']))
              for (const grant of all(null, forAlways))
                for (const own of all<string[]>([], ['allow *'], ['ask *'], ['deny *'], ['deny observe', 'allow *'])) {
                  seen++;
                  const more = { effect, access, mode, halted, windows, labels, grant };
                  const answer = ask({ ...more, ...rules(...own) });
                  const acts = effect !== 'observe';
                  const free = answer.answer === 'allow' || answer.answer === 'grant';
                  const reported = JSON.stringify({ ...more, own, answer });
                  if (acts && (access === 'read' || halted || mode === 'observe'))
                    expect(answer.answer, reported).toBe('deny');
                  if (own.includes('deny *')) expect(answer.answer, reported).toBe('deny');
                  if (mode !== 'all' && windows.includes(keepass)) expect(free, reported).toBe(false);
                  if (mode !== 'all' && acts && labels.includes('Pay now')) expect(free, reported).toBe(false);
                  if (answer.answer === 'grant') expect(effect === 'act' && grant !== null, reported).toBe(true);
                  expect(answer.rule).not.toBe('');
                }
  expect(seen).toBe(3 * 2 * 4 * 2 * 4 * 3 * 2 * 5);
});

describe('patterns', () => {
  it.each([
    ['KeePassXC', 'x', 'keepass*'],
    ['firefox', 'PayPal: Log in', 'title:*paypal*'],
    ['firefox', 'Meine Bank – Onlinebanking – Firefox', 'title:*onlinebanking*'],
    ['xfce-polkit', 'Authentication', '*polkit*'],
    ['gnome-control-center', '', 'gnome-control-center'],
    ['VeraCrypt.exe', '', 'veracrypt'],
    ['regedit.exe', 'Registry Editor', 'regedit.exe'],
  ])('%s “%s” is sensitive', (app, title, entry) => {
    expect(namedBy(defaultSettings.sensitiveApps, { app, title })).toBe(entry);
  });

  it('matches a window by its class too, and treats no other characters as patterns', () => {
    expect(
      namedBy(['org.example.Vault'], { app: 'python3', title: '', className: 'org.example.vault' }),
    ).not.toBeNull();
    expect(namedBy(['a.b', '[x]', '(', '^$', 'a-z', ''], { app: 'axb', title: '[x]' })).toBeNull();
    expect(namedBy(['title:'], { app: 'a', title: '' })).toBeNull();
  });

  it.each(['galculator', 'mousepad', 'gedit', 'soffice.bin', 'firefox', 'Code'])('%s is not', (app) => {
    expect(namedBy(defaultSettings.sensitiveApps, { app, title: 'Untitled' })).toBeNull();
  });

  it.each([
    'Delete',
    '_Delete',
    'De_lete',
    '&Delete…',
    'DELETE (Del)',
    'Shut  Down',
    'Pay €5',
    'Elimina',
    'Löschen',
    'Dateien löschen',
    'Overschrijving verzenden',
    '删除文件',
    '全部を削除する',
    'Удалить',
    'name="Remove"',
    'De\u00adlete',
    'De\u200blete',
    'Ｄｅｌｅｔｅ',
  ])('“%s” is destructive', (label) => {
    expect(wordIn(defaultSettings.destructiveWords, label)).not.toBeNull();
  });

  it.each(['7', 'Sender', 'Payload', 'Information', 'Design', 'Undeleted', 'Open', 'Speichern', 'Formation', ''])(
    '“%s” is not',
    (label) => {
      expect(wordIn(defaultSettings.destructiveWords, label)).toBeNull();
    },
  );

  it('parses rules, and refuses invalid ones', () => {
    expect(parseRule(' DENY close_* in My App ')).toEqual({ answer: 'deny', what: 'close_*', app: 'My App' });
    expect(parseRule('ask act')).toEqual({ answer: 'ask', what: 'act', app: null });
    for (const text of ['', 'deny', 'permit act', 'allow a b', 'deny in x y']) expect(parseRule(text)).toBeNull();
  });

  it('distinguishes programs of an interpreter by their class', () => {
    expect(grantApp({ app: 'python3.11', title: 'a', className: 'Meld' })).toBe('python3.11 (Meld)');
    expect(grantApp({ app: 'java', title: 'a' })).toBeNull();
    expect(grantApp({ app: 'wish8.6', title: 'a', className: 'Notes' })).toBe('wish8.6 (Notes)');
    expect(grantApp({ app: 'electron.exe', title: 'a', className: 'Shop' })).toBe('electron.exe (Shop)');
    expect(grantApp(calculator)).toBe('galculator');
  });
});
