import { expect, it } from 'vitest';
import type { TraceReader } from '../../trace/trace-reader.ts';
import { madeRun, type MadeStep } from '../testing/made-run.ts';
import { pageOf } from './page.ts';

const hostile = `</title></style><script>alert(1)</script><img src=x onerror=alert(1)>"'\u202e\u001b[2J`;

function traceOf(steps: readonly MadeStep[], title: string, picture = new Uint8Array(100)): TraceReader {
  const { events, blob } = madeRun(steps);
  const read = async (name: string) => (name.endsWith('png') ? picture : blob(name));
  const about = {
    version: 3,
    run: 'r',
    title,
    started: '2026-01-01T00:00:00.000Z',
    outcome: { status: 'failed', text: title },
  };
  return {
    about,
    calls: [],
    steps: [],
    damaged: 0,
    complete: true,
    events: () => Promise.resolve(events),
    blob: read,
  } as unknown as TraceReader;
}

const step = (text: string, picture = 'one'): MadeStep => ({
  window: text,
  elements: [['Button', text]],
  words: text,
  picture,
  acts: [{ tool: 'click_input', on: text, text, more: { text } }],
});

it('is one page without script in which all that others said is text', async () => {
  const why = { end: hostile, reasons: [{ kind: 'failed', sentence: hostile, place: { step: 1 } } as const] };
  const { html } = await pageOf(traceOf([step(hostile)], hostile), why);
  const tags = [...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, name]) => name);
  expect(new Set(tags)).toEqual(
    new Set(
      'html head meta title style body header h1 p b section h2 ol li a main details summary span code div figure img i figcaption dl dt dd h3 pre'.split(
        ' ',
      ),
    ),
  );
  expect(tags.filter((name) => name === 'img')).toHaveLength(1);
  expect(html).not.toMatch(/<[^>]*\son\w+=/);
  expect(html).not.toMatch(/[\u202e\u001b]/);
  expect(html.match(/(src|href)="(?!data:image\/png;base64,|#)/g)).toBeNull();
  expect(html).toContain(`default-src &#39;none&#39;`);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});

it('shows each picture once, and reports those it has no room for', async () => {
  const same = await pageOf(traceOf([step('a'), step('b')], 'Same'), null);
  expect(same.html.match(/<img/g)).toHaveLength(1);
  expect(same.html).toContain('the same picture as in <a href="#step-1">step 1</a>');
  const large = traceOf(
    Array.from({ length: 3 }, (_, at) => step(`s${at}`, `p${at}`)),
    'Large',
    new Uint8Array(8_000_000),
  );
  const { html, leftOut } = await pageOf(large, null);
  expect([html.match(/<img/g)?.length, leftOut]).toEqual([2, 1]);
  expect(html).toContain('One picture is left out');
});

it('renders a run without acts', async () => {
  expect((await pageOf(traceOf([], 'Empty'), null)).html).toContain('Nothing was done in it.');
});
