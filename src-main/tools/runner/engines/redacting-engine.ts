import type { Engine, EngineMethod } from '../../../engine/engine.ts';
import { AppError } from '#contract/errors';
import type { ElementHit } from '#contract/model/elements/element';
import { type WindowInfo, withheldTitle } from '#contract/model/windows/window';

type Shows = (window: WindowInfo) => boolean;

/** Answers with windows, and so with titles. */
type Reporting = WindowInfo | { readonly window: WindowInfo } | { readonly items: readonly WindowInfo[] };

type Answer<M extends EngineMethod> = Awaited<ReturnType<Engine[M]>>;

/** Every method with such an answer; the compiler requires new ones to be redacted. */
type VeiledAnswers = {
  readonly [M in EngineMethod as Extract<Answer<M>, Reporting> extends never ? never : M]: (
    answer: Answer<M>,
  ) => Answer<M>;
};

/** Shorter titles occur in other text by chance. */
const shortestReplaced = 3;

/** Engine wrapper that redacts window titles the caller may not see (`shows`), in results and in error messages. */
export function redactingEngine(engine: Engine, shows: Shows): Engine {
  const veil = <T extends WindowInfo | null>(window: T): T =>
    window === null || shows(window) ? window : { ...window, title: withheldTitle(window) };
  const veilHit = (hit: ElementHit | null) => hit && { ...hit, window: veil(hit.window) };
  const veiledAnswers: VeiledAnswers = {
    listWindows: (snapshot) => ({ ...snapshot, items: snapshot.items.map(veil) }),
    elementAt: veilHit,
    elementUnderPointer: veilHit,
    focused: veilHit,
    followTree: (look) => ({ ...look, window: veil(look.window) }),
    windowAt: veil,
    actOnWindow: veil,
    moveWindow: veil,
    moveToMonitor: veil,
    moveToDesktop: veil,
    switchToNext: veil,
    launch: veil,
  };
  return new Proxy(engine, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name);
      if (typeof name === 'symbol' || name === 'on' || typeof own !== 'function') return own;
      const answered = (veiledAnswers as Partial<Record<string, (answer: never) => unknown>>)[name];
      return async (...input: readonly unknown[]) => {
        try {
          const answer: unknown = await Reflect.apply(own, target, input);
          return answered ? answered(answer as never) : answer;
        } catch (error) {
          throw await withoutTitles(engine, error, shows);
        }
      };
    },
  });
}

/** The same error with withheld titles replaced everywhere. */
async function withoutTitles(engine: Engine, error: unknown, shows: Shows): Promise<unknown> {
  if (!(error instanceof AppError) || error.code === 'cancelled') return error;
  const hidden = await hiddenWindows(engine, shows);
  const json = JSON.stringify([error.message, error.hint, error.data ?? null]);
  const quoted = hidden.filter(({ title }) => json.includes(inJson(title)));
  if (quoted.length === 0) return error;
  const cleaned = quoted.reduce(
    (text, window) => text.replaceAll(inJson(window.title), inJson(withheldTitle(window))),
    json,
  );
  const [message, hint, data] = JSON.parse(cleaned) as [string, string, Record<string, unknown> | null];
  const { code, delivery } = error;
  return new AppError(code, message, { hint, ...(delivery && { delivery }), ...(data && { data }) });
}

async function hiddenWindows(engine: Engine, shows: Shows): Promise<readonly WindowInfo[]> {
  const { items } = await engine.listWindows({ includeHidden: true }).catch(() => ({ items: [] }));
  const longestFirst = [...items].sort((a, b) => b.title.length - a.title.length);
  return longestFirst.filter((window) => window.title.trim().length >= shortestReplaced && !shows(window));
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
