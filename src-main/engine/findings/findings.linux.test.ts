import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import type { FindingsReport } from '#contract/model/findings';
import { targetApps } from '../backends/linux/testing/folders.ts';
import { liveApp, type LiveApp } from '../backends/linux/testing/live-engine.ts';
import { until, python } from '../backends/linux/testing/apps/target-app.ts';
import { chromiumFlags } from '../testing/programs.ts';

/** With software GL an endless animation starves GTK 4's idle handlers. */
const env = { GSK_RENDERER: 'cairo', QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1' };
const folder = join(targetApps, 'findings');
const profile = mkdtempSync(join(tmpdir(), 'deskscope-findings-'));

type Kind = 'planted' | 'clean' | 'untitled';
const script = (name: string) => (kind: Kind) => [python, join(folder, `${name}.py`), kind];
const programs: Readonly<Record<string, (kind: Kind) => readonly string[]>> = {
  'GTK 3': script('gtk3'),
  'GTK 4': script('gtk4'),
  Qt: script('qt'),
  Chromium: (kind) => [
    'chromium',
    ...chromiumFlags,
    '--force-renderer-accessibility',
    `--user-data-dir=${join(profile, kind)}`,
    `--app=file://${join(folder, `${kind}.html`)}`,
  ],
  Swing: () => [
    'java',
    '-Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper',
    '-cp',
    '/usr/share/java/java-atk-wrapper.jar',
    join(folder, 'Defects.java'),
  ],
};

let app: LiveApp | undefined;
afterEach(() => app?.end());
afterAll(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));

/** Starts a program and checks its window once its content is complete. */
async function checked(toolkit: string, kind: Kind, ocr = false): Promise<FindingsReport> {
  const [command = '', ...args] = programs[toolkit]?.(kind) ?? [];
  const title = kind === 'untitled' ? /(?:)/ : /Findings/;
  app = await liveApp(command, args, { env, title, ready: (nodes) => nodes.length > 5 });
  const { engine } = app;
  const { items } = await engine.listWindows({});
  const window = items.find((each) => title.test(each.title))!.id;
  let [elements, alike] = [0, 0];
  // A browser adds its page in several steps.
  await until(async () => {
    const { nodeCount } = await engine.tree({ window });
    alike = nodeCount === elements ? alike + 1 : 0;
    elements = nodeCount;
    return alike === 4;
  });
  return engine.findings({ window, ocr });
}

const reported = ({ findings }: FindingsReport) =>
  findings.map(({ rule, element }) => `${rule} ${element.name}`.trim());

/** One line per defect: the rule that must find it, and the element's name. */
const planted = {
  'GTK 3': [
    'name-missing',
    'name-missing',
    'field-unlabelled',
    'label-loose Street',
    'name-only-placeholder',
    'name-class GtkToggleButton',
    'name-file document-save-symbolic',
    'name-unreadable \ue001',
    'name-says-role Save button',
    'description-repeats Print',
    'sibling-same Apply',
    'action-missing Press me',
    'not-focusable Unreached',
    'header-unnamed',
    'range-impossible Copies',
    'group-unnamed',
    'auto-unfindable Apply',
  ],
  'GTK 4': [
    'name-missing',
    'name-only-description',
    'field-unlabelled',
    'image-unnamed',
    'contrast-text Terms and conditions',
    'name-generic button1',
  ],
  Qt: [
    'name-missing',
    'name-missing',
    'field-unlabelled',
    'text-unexposed',
    'target-small Up',
    'target-small Down',
    'image-unnamed',
    'place-shared Under',
    'auto-name-volatile Inbox (42)',
  ],
  Chromium: [
    'name-file IMG_2041.png',
    'heading-jump Flights',
    'heading-empty',
    'not-focusable Book a flight',
    'usable-nested see all',
    'item-stray Prices',
    'set-two-chosen Window',
    'label-not-in-name Legal matters',
    'link-vague here',
    'table-no-header Nights',
    'contrast-text Only while seats last',
    'auto-id-twice Keep',
    'auto-id-generated Search',
    'auto-id-missing Aisle',
  ],
  Swing: [
    'name-missing',
    'field-unlabelled',
    'label-loose Street',
    'sibling-same Copy',
    'description-repeats Print',
    'name-generic todo',
  ],
} as const;

it.each(Object.entries(planted))('finds each defect of a window of %s by its rule', async (toolkit, defects) => {
  const found = reported(await checked(toolkit, 'planted', toolkit === 'Qt'));
  for (const defect of new Set(defects)) {
    const wanted = defects.filter((other) => other === defect).length;
    expect(found.filter((one) => one === defect).length, defect).toBeGreaterThanOrEqual(wanted);
  }
});

it.each(['GTK 3', 'GTK 4', 'Qt', 'Chromium'])('finds nothing in a window of %s without defects', async (toolkit) => {
  expect(reported(await checked(toolkit, 'clean'))).toEqual([]);
});

it('finds a window without a title', async () => {
  expect(reported(await checked('GTK 3', 'untitled'))).toEqual(['window-unnamed']);
});
