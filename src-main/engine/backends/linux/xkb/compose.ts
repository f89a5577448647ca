/**
 * The result of a key after previous ones: unchanged; nothing yet, as for a dead key or a key after Compose; nothing at all, if
 * they do not combine; or the composed text.
 */
export type Composed = 'alone' | 'begun' | 'dropped' | { readonly text: string };

/** Composes the text of key sequences. */
export interface Composer {
  feed(keysym: number): Composed;
  /** A shortcut cancels the sequence. */
  reset(): void;
}

export const noComposer: Composer = { feed: () => 'alone', reset: () => undefined };

/** https://xkbcommon.org/doc/current/group__compose.html */
const status = { composing: 1, composed: 2, cancelled: 3 } as const;
const mostBytes = 64;

/**
 * Uses the rules of the session's locale and of `~/.XCompose`, like Xlib and the toolkits. Without libxkbcommon or its rules,
 * keys are not combined.
 */
export async function createComposer(environment: NodeJS.ProcessEnv = process.env): Promise<Composer> {
  try {
    const xkb = await openXkb();
    const state = stateFor(xkb, environment);
    return state === null ? noComposer : composerOf(xkb, state);
  } catch {
    return noComposer;
  }
}

type Xkb = Awaited<ReturnType<typeof openXkb>>;

async function openXkb() {
  // Loaded on demand: only recordings compose.
  const { default: koffi } = await import('koffi');
  const library = koffi.load('libxkbcommon.so.0');
  return {
    context: library.func('void *xkb_context_new(int flags)'),
    table: library.func('void *xkb_compose_table_new_from_locale(void *context, str locale, int flags)'),
    state: library.func('void *xkb_compose_state_new(void *table, int flags)'),
    feed: library.func('int xkb_compose_state_feed(void *state, uint keysym)'),
    status: library.func('int xkb_compose_state_get_status(void *state)'),
    text: library.func('int xkb_compose_state_get_utf8(void *state, _Out_ uint8_t *text, size_t size)'),
    reset: library.func('void xkb_compose_state_reset(void *state)'),
  };
}

/** Kept as long as the process: the state references table and context. */
function stateFor(xkb: Xkb, environment: NodeJS.ProcessEnv): unknown {
  const { LC_ALL, LC_CTYPE, LANG } = environment;
  const context: unknown = xkb.context(0);
  // The locale C has no rules; programs used with dead keys fall back to these.
  for (const locale of [LC_ALL || LC_CTYPE || LANG, 'en_US.UTF-8']) {
    if (locale === undefined || !/utf-?8/i.test(locale)) continue;
    const table: unknown = xkb.table(context, locale, 0);
    if (table) return xkb.state(table, 0);
  }
  return null;
}

function composerOf(xkb: Xkb, state: unknown): Composer {
  const text = () => {
    const bytes = Buffer.alloc(mostBytes);
    const length = Number(xkb.text(state, bytes, mostBytes));
    return bytes.subarray(0, Math.min(length, mostBytes - 1)).toString('utf8');
  };
  return {
    feed(keysym) {
      xkb.feed(state, keysym);
      switch (xkb.status(state) as number) {
        case status.composing:
          return 'begun';
        case status.composed:
          return { text: text() };
        case status.cancelled:
          xkb.reset(state);
          return 'dropped';
        default:
          return 'alone';
      }
    },
    reset: () => void xkb.reset(state),
  };
}
