import type { WindowInfo } from '#contract/model/windows/window';
import type { RawNode } from '../../engine/backend.ts';
import type { Engine } from '../../engine/engine.ts';
import { inWords, isSeen, lookAt } from './look.ts';
import type { Reporter } from './reporter.ts';
import { textNodesOf, treeText } from './tree-text.ts';

/** Attachments of a failed step for the report. */
export class Evidence {
  /** Whether anything was collected: later failures are mostly the same. */
  isCollected = false;
  readonly #engine: Engine;
  readonly #reporter: Reporter;

  constructor(engine: Engine, reporter: Reporter) {
    this.#engine = engine;
    this.#reporter = reporter;
  }

  /**
   * A screenshot with numbered boxes around visible matches and near matches, and the trees of some windows as text. Never
   * throws: the original failure matters.
   */
  async collect(windows: readonly WindowInfo[], near: readonly RawNode[], log: CallLog | null): Promise<void> {
    this.isCollected = true;
    // The place of a hidden element, such as an item of a closed menu, shows something else.
    const seen = near.filter(isSeen);
    try {
      const marks = seen.flatMap(({ bounds }, index) => (bounds ? [{ label: index + 1, bounds }] : []));
      const picture = await this.#engine.capture({
        target: { kind: 'screen' },
        marks,
        options: { format: 'jpeg' },
      });
      const name = marks.length > 0 ? 'screen with candidates' : 'screen';
      const bytes = Buffer.from(picture.bytes);
      await this.#reporter.attach(name, { bytes, type: picture.mimeType, extension: 'jpg' });
    } catch {
      // A desktop that has ended shows nothing; the tree reports it as well.
    }
    const { windows: read } = await lookAt(this.#engine, windows).catch(() => ({ windows: [] }));
    const trees = read.map(({ window, root }) => `# ${window.title} (${window.app})\n${treeText(textNodesOf(root))}`);
    const boxes = seen.map((node, index) => `${index + 1}: ${inWords(node)}`).join('\n');
    const text = [boxes && `Boxes:\n${boxes}`, log ? String(log) : '', ...trees].filter(Boolean).join('\n\n');
    await this.#reporter
      .attach('tree', {
        bytes: `${text || 'No window is open.'}\n`,
        type: 'text/plain',
        extension: 'txt',
      })
      .catch(() => undefined);
  }
}

const keptAtStart = 12;

const keptAtEnd = 12;

/** The expectations and observations, in the form of Playwright's call logs: repeated lines are counted. */
export class CallLog {
  readonly #lines: { readonly text: string; times: number }[] = [];

  add(text: string): void {
    const same = this.#lines.slice(-3).find((line) => line.text === text);
    if (same) same.times++;
    else this.#lines.push({ text, times: 1 });
  }

  toString(): string {
    const rows = this.#lines.map(({ text, times }) => `  - ${times > 1 ? `${times} × ` : ''}${text}`);
    const isLong = rows.length > keptAtStart + keptAtEnd;
    const shown = isLong ? [...rows.slice(0, keptAtStart), '  - …', ...rows.slice(-keptAtEnd)] : rows;
    return ['Call log:', ...shown].join('\n');
  }
}
