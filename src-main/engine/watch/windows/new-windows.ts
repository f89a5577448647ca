import type { InputEvent } from '#contract/model/engine';
import type { EngineContext } from '../../operations/operation.ts';
import { isOwn } from '../../windows/lookup.ts';
import { OpenedWindows } from './opened-windows.ts';
import { StartedPrograms } from './started-programs.ts';
import type { Found } from '../found.ts';
import type { LiveView } from '../tree/earlier-views.ts';

/** Windows that opened and programs that were started since the input before. */
export class NewWindows {
  readonly #context: EngineContext;
  readonly #windows = new OpenedWindows();
  readonly #programs: StartedPrograms;

  constructor(context: EngineContext) {
    this.#context = context;
    this.#programs = new StartedPrograms(context);
  }

  /** Input comes. @param view the desktop before it */
  next(at: number, { stack }: LiveView): readonly InputEvent[] {
    const windows = this.#windows.next(stack.filter((window) => !isOwn(this.#context, window)));
    return windows.length > 0 ? [{ type: 'opened', at, windows }] : [];
  }

  /** What is to be reported before input to what was found: it came too shortly before that to be known then. */
  async before(at: number, found: Found): Promise<readonly InputEvent[]> {
    return [...this.#openedLate(at, found), ...(await this.#programs.before(at, found))];
  }

  /** Of events that report one start, whether it is the first to leave. Of others, always. */
  isFirst(event: InputEvent): boolean {
    return event.type !== 'started' || this.#programs.isFirst(event);
  }

  /** Somebody else acts. */
  forget(): void {
    this.#windows.forget();
  }

  #openedLate(at: number, { window, own }: Found): readonly InputEvent[] {
    if (!window || own || !this.#windows.isNews(window)) return [];
    return [{ type: 'opened', at, windows: [window.id] }];
  }
}
