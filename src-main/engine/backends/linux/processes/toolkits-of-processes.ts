import { sleep } from '../../../../base/async/deadline.ts';
import { readKernelFile } from './kernel-file.ts';

/** How long a list waits for programs it has not seen before, in milliseconds: only one in trouble takes longer. */
const maxWaitMs = 40;
const maxRemembered = 512;

/** What draws the windows of each process: looked up once, and never held against the list when it takes long. */
export class ToolkitsOfProcesses {
  readonly #known = new Map<number, string>();
  readonly #pending = new Map<number, Promise<void>>();
  readonly #learnt: () => void;

  /** @param learnt called when an answer came that the list did not wait for */
  constructor(learnt: () => void) {
    this.#learnt = learnt;
  }

  /** Empty if not known, or not known yet. */
  of(processId: number): string {
    return this.#known.get(processId) ?? '';
  }

  /** Looks up those that are not known, and waits a little for them. */
  async learn(processIds: readonly number[]): Promise<void> {
    const unknown = processIds.filter((id) => id !== 0 && !this.#known.has(id));
    if (unknown.length === 0) return;
    let late = false;
    const all = Promise.all(unknown.map((id) => this.#lookUp(id)));
    void all.then(() => late && this.#learnt());
    const timeout = new AbortController();
    const givenUp = sleep(maxWaitMs, timeout.signal).then(
      () => void (late = true),
      () => undefined,
    );
    await Promise.race([all, givenUp]);
    timeout.abort();
  }

  #lookUp(processId: number): Promise<void> {
    let pending = this.#pending.get(processId);
    if (!pending) {
      pending = toolkitOfProcess(processId).then((toolkit) => this.#remember(processId, toolkit));
      this.#pending.set(processId, pending);
    }
    return pending;
  }

  #remember(processId: number, toolkit: string): void {
    this.#pending.delete(processId);
    const oldest = this.#known.keys().next();
    if (this.#known.size >= maxRemembered && !oldest.done) this.#known.delete(oldest.value);
    this.#known.set(processId, toolkit);
  }
}

/** By a file that only programs of that toolkit have loaded; the first that fits, since browsers load GTK too. */
const marks = [
  ['libreoffice', /\/libvcl(plug_\w+)?lo\.so/],
  ['firefox', /\/libxul\.so/],
  ['electron', /\/(electron|resources\/(default_)?app\.asar)$/m],
  ['chromium', /\/(v8_context_snapshot\.bin|snapshot_blob\.bin|chrome_100_percent\.pak)$/m],
  ['java', /\/libjvm\.so/],
  ['qt6', /\/libQt6Gui\.so/],
  ['qt5', /\/libQt5Gui\.so/],
  ['gtk4', /\/libgtk-4\.so/],
  ['gtk3', /\/libgtk-3\.so/],
  ['gtk2', /\/libgtk-x11-2\.0\.so/],
  ['wine', /\/winex11(\.drv)?\.so/],
  ['tk', /\/libtk\d/],
  ['xaw', /\/libXaw/],
] as const satisfies readonly (readonly [toolkit: string, mark: RegExp])[];

export type LoadedToolkit = (typeof marks)[number][0];

/** The toolkits a process has loaded, by its `/proc/<id>/maps`; the first is the one that draws its windows. */
export function toolkitsIn(maps: string): readonly LoadedToolkit[] {
  return marks.filter(([, mark]) => mark.test(maps)).map(([toolkit]) => toolkit);
}

/**
 * What draws a program's windows, by the files it has loaded; empty if none is known, or we may not look. Asks the kernel and not
 * the program, so that a frozen one answers as well.
 */
async function toolkitOfProcess(processId: number): Promise<LoadedToolkit | ''> {
  const maps = await readKernelFile(`/proc/${processId}/maps`, 'latin1').catch(() => '');
  return toolkitsIn(maps)[0] ?? '';
}
