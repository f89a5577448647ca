import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { bundleEntry } from '../../../scripts/lib/bundle.mjs';
import { createLog } from '../../base/log.ts';
import type { TreeNode } from '#contract/model/elements/element';
import { contains, type Rect } from '#contract/model/geometry';
import type { OcrWord } from '#contract/model/ocr';
import { createBackend } from '../create-backend.ts';
import { createLocalEngine } from '../process/local-engine.ts';

const title = 'gtk3-widget-factory';

it('reads the labels of a real window at their place in the accessibility tree', { timeout: 120_000 }, async () => {
  const engine = await createLocalEngine({
    log: createLog('test'),
    backend: (options) => createBackend('linux', options),
  });
  const app = spawn(title, { stdio: 'ignore' });
  try {
    const window = await vi.waitFor(
      async () => {
        const found = (await engine.listWindows({})).items.find((item) => item.title === title);
        expect(found).toBeDefined();
        return found!;
      },
      { timeout: 20_000, interval: 200 },
    );
    const labels = await vi.waitFor(
      async () => {
        const { root } = await engine.tree({ window: window.id });
        const found = labelsOf(root, window.bounds);
        expect(found.length).toBeGreaterThan(20);
        return found;
      },
      { timeout: 20_000, interval: 200 },
    );
    const { lines } = await engine.ocr({ target: { kind: 'window', window: window.id } });
    const words = lines.flatMap((line) => line.words);
    const missed = labels.filter((label) => !words.some((word) => stands(word, label)));
    // A few are behind others in their notebook.
    expect(missed.length / labels.length).toBeLessThan(0.15);
  } finally {
    app.kill('SIGKILL');
    await once(app, 'exit');
    await engine.close();
  }
});

it('a recogniser whose thread dies at its start fails with the cause, and starts once the process may have the addresses', async () => {
  const entry = await bundleEntry('src-main/engine/ocr/testing/limited-recognizer.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [entry.path]);
  expect(stdout).toMatch(/The text recogniser could not start: .*\n1 started\n$/);
  await entry.remove();
});

/** One word, visible, and wholly within the window. */
function labelsOf(root: TreeNode, window: Rect): readonly { readonly name: string; readonly bounds: Rect }[] {
  const kinds = ['Text', 'CheckBox', 'RadioButton', 'HeaderItem'];
  return everyNode(root).flatMap(({ controlType, name, bounds, states }) => {
    if (!bounds || !kinds.includes(controlType) || !/^[A-Za-z]{4,}$/.test(name)) return [];
    const seen = states.includes('visible') && !states.includes('offscreen');
    const corners = [bounds, { x: bounds.x + bounds.width - 1, y: bounds.y + bounds.height - 1 }];
    return seen && corners.every((corner) => contains(window, corner)) ? [{ name, bounds }] : [];
  });
}

function everyNode(node: TreeNode): readonly TreeNode[] {
  return [node, ...(node.children ?? []).flatMap(everyNode)];
}

/** The same text, at most four pixels outside the label's box. */
function stands(word: OcrWord, { name, bounds }: { readonly name: string; readonly bounds: Rect }): boolean {
  const { x, y, width, height } = word.bounds;
  if (word.text !== name) return false;
  const across = x >= bounds.x - 4 && x + width <= bounds.x + bounds.width + 4;
  return across && y >= bounds.y - 4 && y + height <= bounds.y + bounds.height + 4;
}
