import { sleep } from '../../../../base/async/deadline.ts';
import { readKernelFile } from './kernel-file.ts';

/** Maximum time that a list waits for new programs, in milliseconds: only a stuck one takes longer. */
const maxWaitMs = 40;
const maxRemembered = 512;

/** The toolkit of each process's windows: looked up once, without delaying the list if slow. */
export class ToolkitsOfProcesses {
  readonly #known = new Map<number, string>();
  readonly #pending = new Map<number, Promise<void>>();
  readonly #learnt: () => void;

  /** @param learnt called for a late answer that the list did not wait for */
  constructor(learnt: () => void) {
    this.#learnt = learnt;
  }

  /** Empty if unknown, or not known yet. */
  of(processId: number): string {
    return this.#known.get(processId) ?? '';
  }

  /** Looks up unknown processes, and waits briefly. */
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

/** Identifies a toolkit by a file that only its programs load; the first match counts, since browsers load GTK too. */
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

/** A process's loaded toolkits, from its `/proc/<id>/maps`; the first draws its windows. */
export function toolkitsIn(maps: string): readonly LoadedToolkit[] {
  return marks.filter(([, mark]) => mark.test(maps)).map(([toolkit]) => toolkit);
}

/**
 * The toolkit of a program's windows, from the files it has loaded; empty if unknown or unreadable. Queries the kernel rather
 * than the program, so it works for frozen ones.
 */
async function toolkitOfProcess(processId: number): Promise<LoadedToolkit | ''> {
  const maps = await readKernelFile(`/proc/${processId}/maps`, 'latin1').catch(() => '');
  return toolkitsIn(maps)[0] ?? '';
}
