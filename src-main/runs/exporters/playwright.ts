import { ariaRoleOf } from '#contract/model/elements/aria-roles';
import { callTarget } from '#contract/model/permissions/call-target';
import type { Rect } from '#contract/model/geometry';
import type { TracedPicture, TreeRow } from '#contract/model/runs/trace';
import type { ExportedFile, ExportedRun, RunExporter } from './exporter.ts';
import { wholeParameters, wholeRun, type WholeCall } from './whole-run.ts';

/**
 * Version of the traces that Playwright 1.65 writes. The format is undocumented: everything known of it is in this
 * file, learnt from Playwright's own viewer (`playwright-core/lib/vite/traceViewer`), and verified in that viewer.
 * Newer viewers read older versions.
 */
export const playwrightVersion = 10;

const page = 'screen';

/** A zip for Playwright's trace viewer: a film strip, and for each call pictures, pointer, elements and result. */
export const playwrightExporter: RunExporter = {
  id: 'playwright',
  label: 'Playwright trace viewer',
  extension: 'zip',
  async *files(run) {
    const writer = new TraceWriter(run);
    const calls = wholeRun(run.events).flatMap((item) => {
      if (item.kind === 'call') return [{ call: item, target: null }];
      if (item.kind !== 'step') return [];
      return item.acted.flatMap(({ calls: made, target }) =>
        made.flatMap((number) => {
          const call = item.calls.get(number);
          return call ? [{ call, target: target ?? null }] : [];
        }),
      );
    });
    const lines = [writer.head()];
    for (const { call, target } of calls) lines.push(...(await writer.call(call, target)));
    yield { name: 'run.trace', content: lines.map((line) => JSON.stringify(line)).join('\n') };
    yield* writer.files();
  },
};

class TraceWriter {
  readonly #run: ExportedRun;
  readonly #start: number;
  readonly #pictures = new Set<string>();
  readonly #trees = new Map<string, string>();

  constructor(run: ExportedRun) {
    this.#run = run;
    this.#start = Date.parse(run.about.started);
  }

  head(): object {
    const { title, host } = this.#run.about;
    return {
      version: playwrightVersion,
      type: 'context-options',
      origin: 'library',
      browserName: '',
      platform: host?.platform ?? '',
      playwrightVersion: '',
      options: { viewport: this.#viewport() },
      wallTime: this.#start,
      monotonicTime: 0,
      sdkLanguage: 'javascript',
      title,
    };
  }

  async call({ before, after, seen, from, to }: WholeCall, target: Rect | null): Promise<readonly object[]> {
    const callId = `call@${before.call}`;
    const [startTime, endTime] = [from - this.#start, to - this.#start];
    const bounds = after?.resolution?.bounds ?? target;
    const origin = (seen.before ?? seen.after)?.picture?.bounds;
    const box = bounds && origin && { ...bounds, x: bounds.x - origin.x, y: bounds.y - origin.y };
    const name = before.tool.replace(/^.*::/, '');
    const where = before.target?.app || before.target?.title || '';
    const element = after?.resolution?.element;
    return [
      {
        type: 'before',
        callId,
        startTime,
        class: 'Desktop',
        method: name,
        // The viewer's rows show nothing else: without the element all presses look alike.
        title: [name, callTarget({ parameters: before.parameters, where, element })].filter(Boolean).join(' '),
        params: await wholeParameters(this.#run, before),
        pageId: page,
      },
      ...(after?.resolution ? [{ type: 'log', callId, time: startTime, message: after.resolution.selector }] : []),
      ...(box ? [{ type: 'input', callId, point: middle(box), box }] : []),
      ...(await this.#seen(callId, 'before', seen.before, startTime)),
      ...(await this.#seen(callId, 'after', seen.after, endTime)),
      {
        type: 'after',
        callId,
        endTime,
        ...(after && { result: { text: after.text } }),
        ...(after?.error && { error: { name: after.error.code, message: after.error.message } }),
      },
    ];
  }

  async *files(): AsyncIterable<ExportedFile> {
    for (const blob of this.#pictures) {
      const content = await this.#run.blob(blob);
      if (content) yield { name: pathOf(blob), content };
    }
    for (const [name, content] of this.#trees) yield { name, content };
  }

  async #seen(
    callId: string,
    phase: 'before' | 'after',
    seen: WholeCall['seen']['before'],
    timestamp: number,
  ): Promise<readonly object[]> {
    const at = { callId, phase, pageId: page, timestamp };
    const lines: object[] = [];
    const { picture, tree } = seen ?? {};
    if (picture) {
      this.#pictures.add(picture.blob);
      const file = pathOf(picture.blob);
      lines.push({ type: 'screenshot', ...at, file });
      const { width, height } = picture.bounds ?? this.#viewport();
      lines.push({ type: 'screencast-frame', pageId: page, file, width, height, timestamp });
    }
    const rows = tree && (await this.#run.tree(tree));
    if (rows && rows.length > 0) {
      const file = `aria/${callId}-${phase}.json`;
      this.#trees.set(file, JSON.stringify(nested(rows, picture)));
      lines.push({ type: 'aria-snapshot', ...at, file });
    }
    return lines;
  }

  /** As large as the largest picture. */
  #viewport(): { readonly width: number; readonly height: number } {
    const all = this.#run.events.flatMap((event) => (event.type === 'seen' ? (event.picture?.bounds ?? []) : []));
    const most = (of: 'width' | 'height', least: number) => all.reduce((max, one) => Math.max(max, one[of]), least);
    return all.length === 0 ? { width: 1280, height: 800 } : { width: most('width', 1), height: most('height', 1) };
  }
}

interface AriaNode {
  readonly role: string;
  readonly name?: string;
  readonly disabled?: true;
  readonly box?: Rect;
  readonly text?: string;
  readonly children: AriaNode[];
}

/** Rows in document order as the tree that they were; boxes are in the picture's pixels. */
function nested(rows: readonly TreeRow[], picture: TracedPicture | undefined): readonly AriaNode[] {
  const origin = picture?.bounds ?? { x: 0, y: 0 };
  const nodes = new Map<string, AriaNode>();
  const roots: AriaNode[] = [];
  for (const { id, parent, controlType, role, name, value, states, bounds } of rows) {
    // The viewer shows no names of texts.
    const text = controlType === 'Text' ? value || name : value;
    const node: AriaNode = {
      role: ariaRoleOf({ controlType, role }) || controlType.toLowerCase(),
      ...(name !== '' && { name }),
      ...(!states.includes('enabled') && states.length > 0 && { disabled: true }),
      ...(bounds && { box: { ...bounds, x: bounds.x - origin.x, y: bounds.y - origin.y } }),
      ...(text && { text }),
      children: [],
    };
    nodes.set(id, node);
    (nodes.get(parent ?? '')?.children ?? roots).push(node);
  }
  return roots;
}

function middle({ x, y, width, height }: Rect): { readonly x: number; readonly y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}

function pathOf(blob: string): string {
  return `resources/${blob}`;
}
