import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRecording, type Recording, type Step } from '#contract/model/recordings/recording';
import { emptyRecording } from '../editing/edit.ts';
import { createFakeEngine, type FakeEngine } from '../../engine/testing/fake-engine.ts';
import { isLikePassword, mayShowSecret, secretsIn, takesSecret } from './secret-text.ts';
import { withoutSecrets, type Cleaned } from './without-secrets.ts';

/** Invented, and assembled here so that secret scanners do not report them. */
const made = (...parts: string[]) => parts.join('');
const card = made('4111 1111', ' 1111 1111');
const inTexts: Readonly<Record<string, string>> = {
  'an API key': made('sk', '-proj-', 'aB3dE5gH7jK9mN1pQ3'),
  'a payment key': made('sk', '_test_', '4eC39HqLyjWDarjtT1zdp7dc'),
  'a code host’s token': made('ghp', '_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'),
  'another’s': made('glpat', '-', 'Zx9Yw8Vu7Ts6Rq5Po4Nm'),
  'a chat’s token': made('xoxb', '-', '123456789012-abcdefABCDEF'),
  'a cloud’s key id': made('AKIA', 'IOSFODNN7EXAMPLE'),
  'a web token': made('eyJhbGciOiJIUzI1NiJ9', '.', 'eyJzdWIiOiIxMjM0In0', '.', 'dBjftJeZ4CVPmB92K27uhbUJU1p1r'),
  'a database’s password': 'pa55w0rd-of-db',
  'a labelled password': 'correct-horse',
  'a card': card,
  'a bank account': made('DE89 3704', ' 0044 0532 0130 00'),
  'a recovery code': 'x7k2p-9qw3z-4rt8m',
  'a private key': made('MIIEvQIBADANBgkqhkiG', '9w0BAQEFAASC'),
  'a typed password': 'Tr0ub4dor&3x!',
  'a typed pin': '80731',
};
const inPictures: readonly string[] = [
  `API key: ${made('sk', '-live-', 'Q8w2E4r6T0y1U3i5')}`,
  `Token ${made('ghp', '_', '9o8I7u6Y5t4R3e2W1q0Pa1Sb2Df3Gh4J')}`,
  'Password: hunter2hunter',
  'PIN: 4821',
  made('AKIA', 'I44QH8DHBEXAMPLE'),
  made('5555 5555', ' 5555 4444'),
  made('GB29 NWBK', ' 6016 1331 9268 19'),
  'Recovery code  k3f9-x2q8-m7w4-p1z6',
  `Bearer ${made('abcDEF123', 'ghiJKL456mno')}`,
  'client secret = 7Gk2mP9xQ4vR8tL3',
  'Passwort: Sonnenschein',
  made('AIza', 'SyD4f6G8h0J2k4L6z8X0c2V4b6N8m0Q2w4E'),
  'otpauth://totp/Acme?secret=JBSWY3DP',
  'Kennwort: Blumenwiese',
  'R7d!kq29#Lm4pZ',
];

let desk: FakeEngine;
let cleaned: Cleaned;
let recording: Recording;

function picture(text: string, size = 15): string {
  const canvas = createCanvas(520, 44);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fafafa';
  context.fillRect(0, 0, 520, 44);
  context.fillStyle = '#202020';
  context.font = `${size}px "DejaVu Sans", sans-serif`;
  context.fillText(text, 8, 28);
  return canvas.encodeSync('webp', 90).toString('base64');
}

function step(id: number, change: Partial<Step>): Step {
  const selector = `role=Edit name="Field ${id}"`;
  return {
    id: `step-${id}`,
    at: id * 100,
    enabled: true,
    window: { app: 'editor', title: 'Notes' },
    action: { type: 'click', button: 'left', count: 1, modifiers: [], at: { x: 1, y: 1 } },
    target: {
      controlType: 'Edit',
      name: `Field ${id}`,
      bounds: null,
      selectors: [{ selector, kind: 'name', grade: 'B', matchCount: 1, elapsedMs: 0 }],
    },
    ...change,
  };
}

function planted(): Recording {
  const t = (name: string) => inTexts[name] ?? '';
  const type = (text: string) => ({ action: { type: 'setText' as const, text } });
  const named = (id: number, name: string, change: Partial<Step>) => {
    const one = step(id, change);
    return { ...one, target: one.target && { ...one.target, name } };
  };
  const texts: readonly Step[] = [
    step(1, type(t('an API key'))),
    step(2, { ...type('ordinary words'), expected: [{ type: 'text', text: `Saved ${t('a payment key')}` }] }),
    step(3, { window: { app: 'browser', title: `Tokens ${t('a code host’s token')}` } }),
    named(4, `Copy ${t('another’s')}`, {}),
    step(5, { comment: `used ${t('a chat’s token')} here` }),
    step(6, type(`id ${t('a cloud’s key id')}`)),
    step(7, { action: { type: 'launch', command: 'app', args: [`--jwt=${t('a web token')}`] } }),
    step(8, type(`postgres://me:${t('a database’s password')}@db/x`)),
    step(9, { expected: [{ type: 'text', text: `Password: ${t('a labelled password')}` }] }),
    step(10, type(t('a card'))),
    step(11, type(t('a bank account'))),
    step(12, type(t('a recovery code'))),
    step(13, type(`-----BEGIN PRIVATE KEY-----\n${t('a private key')}\n-----END PRIVATE KEY-----`)),
    step(14, type(t('a typed password'))),
    named(15, 'PIN', type(t('a typed pin'))),
    step(16, { expected: [{ type: 'text', text: `You entered ${t('a typed password')}` }] }),
  ];
  const shown = inPictures.map((text, index) => {
    const one = step(100 + index, {});
    return { ...one, target: one.target && { ...one.target, picture: picture(text) } };
  });
  const plain = step(200, {});
  const harmless = { ...plain, target: plain.target && { ...plain.target, picture: picture('Save as draft') } };
  return { ...emptyRecording('fake', '2026-01-01T00:00:00.000Z'), steps: [...texts, ...shown, harmless] };
}

beforeAll(async () => {
  desk = await createFakeEngine();
  recording = parseRecording(JSON.parse(JSON.stringify(planted())));
  cleaned = await withoutSecrets(
    recording,
    async (base64) => (await desk.engine.readPicture({ picture: base64 })).text,
  );
}, 120_000);
afterAll(() => desk.engine.close());

describe('removes all thirty planted secrets', () => {
  it.each(Object.entries(inTexts))('%s in a text', (_, secret) => {
    const written = JSON.stringify(secret).slice(1, -1);
    expect(JSON.stringify(recording).includes(written)).toBe(true);
    expect(JSON.stringify(cleaned.recording).includes(written)).toBe(false);
  });

  it.each(inPictures.map((text, index) => [text, index] as const))('a picture of “%s”', (_, index) => {
    const found = cleaned.recording.steps.find(({ id }) => id === `step-${100 + index}`);
    expect(found?.target).toMatchObject({ name: `Field ${100 + index}` });
    expect(found?.target?.picture).toBeUndefined();
  });
});

it('keeps other texts, and stays a valid recording', () => {
  const { steps } = parseRecording(JSON.parse(JSON.stringify(cleaned.recording)));
  expect(steps).toHaveLength(recording.steps.length);
  expect(steps[1]?.action).toMatchObject({ text: 'ordinary words' });
  expect(steps.at(-1)).toEqual(recording.steps.at(-1));
  expect(steps[13]?.action).toMatchObject({ type: 'setText', text: '', secret: 'FIELD_14' });
  expect(steps[2]?.window).toEqual({ app: 'browser' });
});

it('reports what was removed from which step, without repeating it', () => {
  const steps = new Set(cleaned.leftOut.map(({ step: number }) => number));
  for (let number = 3; number <= 15; number++) expect(steps).toContain(number);
  expect(cleaned.leftOut).toContainEqual({ step: 14, what: 'typed text', kind: 'like a password' });
  for (const secret of Object.values(inTexts)) expect(JSON.stringify(cleaned.leftOut)).not.toContain(secret);
});

it('drops every picture if none can be read', async () => {
  const { recording: blind } = await withoutSecrets(recording, () => Promise.reject(new Error('no recogniser')));
  expect(JSON.stringify(blind)).not.toContain('UklGR');
});

it('drops a selector that is a picture of a secret', async () => {
  const one = step(1, {});
  const [first] = one.target?.selectors ?? [];
  if (!one.target || !first) throw new Error('no target');
  const pictured = { ...first, kind: 'picture' as const, selector: `picture="${picture('x').slice(0, 60)}"` };
  const both = { ...recording, steps: [{ ...one, target: { ...one.target, selectors: [first, pictured] } }] };
  const { recording: without } = await withoutSecrets(both, () => Promise.resolve('Password: abc'));
  expect(without.steps[0]?.target?.selectors).toEqual([first]);
});

describe('a likely secret', () => {
  it.each([
    'The meeting is on 2026-11-28 at 14:30',
    'https://example.org/docs/page?id=42&lang=en',
    '/home/anna/Documents/report-2026-11-28-final.odt',
    'GtkWidgetFactoryWindowTitleBarButton',
    '123e4567-e89b-12d3-a456-426614174000',
    '+49 30 123456',
    'Password required',
    'role=Edit name="Password"',
    'ISBN 978-3-16-148410-0',
    '1,234,567.89',
  ])('is not %s', (text) => expect(secretsIn(text)).toEqual([]));

  it('is typed alone like a password, and not like an address, a path or a sentence', () => {
    expect(isLikePassword('Xk9$mQ2!')).toBe(true);
    for (const text of [
      'anna@example.org',
      '~/Notes/a.txt',
      'Hello World 1!',
      'C:\\Users\\a',
      '2026-11-28',
      'Report2026',
    ])
      expect(isLikePassword(text), text).toBe(false);
  });

  it('belongs in fields with such names', () => {
    for (const name of ['Password:', 'PIN', 'API-Key', 'Kennwort', 'パスワード', 'client_secret'])
      expect(takesSecret(name), name).toBe(true);
    for (const name of ['Name', 'Spinner', 'Compass', 'Pineapple', 'Keyboard'])
      expect(takesSecret(name), name).toBe(false);
  });

  it('is not in pictures of plain words', () => {
    for (const text of ['Save', 'Page 1 of 12', 'File  Edit  View', '7 × 6 = 42', 'Screenshot 2026'])
      expect(mayShowSecret(text), text).toBe(false);
  });
});
