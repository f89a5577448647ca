import { linkSignals, sharedController, withDeadline } from '../../base/async/deadline.ts';
import type { Disposable } from '../../base/async/disposable.ts';
import { Emitter } from '../../base/async/emitter.ts';
import type { Log } from '../../base/log.ts';
import type { AppError } from '#contract/errors';
import type { Backend, BackendOptions } from '../backend.ts';
import { deadlines } from '../deadlines.ts';
import { asEngineError } from '../operations/delivery.ts';
import type { CallOptions, Engine, EngineEvents, EngineMethod } from '../engine.ts';
import { inCall, guardedBackend } from '../guard/guarded-backend.ts';
import { readingAfterInput, Receipts } from '../input/reading-after-input.ts';
import { createTurns } from '../input/turns.ts';
import { Outlines } from '../outline/outlines.ts';
import { Recognizers } from '../ocr/recognizers.ts';
import { FoundPictures } from '../selectors/pictures/found-pictures.ts';
import { Shots } from '../picture/shots.ts';
import { engineMethods, operations } from '../operations/operations.ts';
import type { CallContext, EngineContext, OwnProcesses } from '../operations/operation.ts';
import { RecentTrees } from '../tree/recent-trees.ts';
import { createFeeds } from '../watch/feeds.ts';
import { EventLogs } from '../watch/events/event-logs.ts';
import { Followers } from '../watch/tree/tree-follower.ts';
import { createWindowFeed } from '../watch/windows/windows.ts';
import { isOwn } from '../windows/lookup.ts';
import { SharedLists } from '../windows/shared-lists.ts';

export interface LocalEngineOptions {
  readonly log: Log;
  /** Creates the back end with the ids of Deskscope's own processes. */
  readonly backend: (options: BackendOptions) => Promise<Backend>;
  /** Called once, when the back end is unusable; the owner should start another engine. */
  readonly lost?: (error: AppError) => void;
}

/**
 * The engine over a back end in this process.
 * @throws AppError errors of the back end's start, e.g. `display_unavailable`
 */
export async function createLocalEngine(options: LocalEngineOptions): Promise<Engine> {
  const own: OwnProcesses = { ids: new Set([process.pid]) };
  const { log, lost } = options;
  const guarded = guardedBackend(await options.backend({ ownProcessIds: () => own.ids, log, ...(lost && { lost }) }));
  const receipts = new Receipts(guarded.input);
  const backend: Backend = { ...guarded, elements: readingAfterInput(guarded.elements, receipts) };
  const closing = sharedController();
  const emitter: Emitter<EngineEvents> = new Emitter({
    onFirst: (topic) => feeds.start(topic),
    onLast: (topic) => feeds.stop(topic),
  });
  const windows = createWindowFeed(backend, (diff) => emitter.emit('windows', diff), options.log);
  const recognizers = new Recognizers();
  const outlines = new Outlines();
  const shots = new Shots();
  const recentTrees = new RecentTrees();
  const followers = new Followers();
  const eventLogs = new EventLogs();
  const foundPictures = new FoundPictures();
  const shared = { receipts, outlines, recognizers, recentTrees, shots, followers, eventLogs, foundPictures };
  const tools = {
    turns: createTurns(),
    ...shared,
    beginning: new Set<Promise<void>>(),
    inputFeeds: new Set<(isEnd: boolean) => Promise<void>>(),
  };
  const context: EngineContext = { backend, windows, ...tools, own, learned: { apps: new Map() }, log: options.log };
  const lists = new SharedLists(backend.windows, (window) => isOwn(context, window));
  const feeds = createFeeds(context, emitter);
  return {
    ...createMethods(context, lists, closing.signal),
    on: <T extends keyof EngineEvents>(topic: T, listener: (payload: EngineEvents[T]) => void): Disposable =>
      emitter.on(topic, listener),
    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      feeds.dispose();
      outlines.dispose();
      recognizers.close();
      shots.clear();
      followers.dispose();
      eventLogs.dispose();
      await backend.input.releaseAll().catch((error: unknown) => options.log('warn', 'keys stay held', error));
      await backend.close();
    },
  };
}

/** Every operation with deadline, cancellation and error translation. */
function createMethods(context: EngineContext, lists: SharedLists, closed: AbortSignal): Pick<Engine, EngineMethod> {
  const entries = engineMethods.map((method) => [
    method,
    (input: unknown, options?: CallOptions) => call({ context, lists, closed }, method, input, options),
  ]);
  const methods: unknown = Object.fromEntries(entries);
  return methods as Pick<Engine, EngineMethod>;
}

interface Running {
  readonly context: EngineContext;
  readonly lists: SharedLists;
  readonly closed: AbortSignal;
}

async function call(
  { context, lists, closed }: Running,
  method: EngineMethod,
  input: unknown,
  options: CallOptions = {},
): Promise<unknown> {
  const timeoutMs = options.timeoutMs ?? deadlines[method].ms;
  const operation = operations[method] as (
    context: EngineContext,
    input: unknown,
    call: CallContext,
  ) => Promise<unknown>;
  const seen = options.look === undefined ? undefined : lists.seenBy(options.look);
  const { acts } = deadlines[method];
  // Acting operations read the desktop themselves.
  const looking = seen && !acts ? { ...context, backend: { ...context.backend, windows: seen } } : context;
  const within = options.judged ? { ...looking, judged: options.judged } : looking;
  const caller = linkSignals([closed, options.signal]);
  let begun = false;
  if (acts) context.recentTrees.acted();
  try {
    return await withDeadline({ signal: caller.signal, timeoutMs, what: method }, (signal) => {
      begun = true;
      return inCall(signal, () => operation(within, input, { signal, timeoutMs, ...(seen && { seen }) }));
    });
  } catch (error) {
    throw asEngineError(error, { method, begun, log: context.log });
  } finally {
    caller.dispose();
    if (acts) context.recentTrees.acted();
    if (acts && options.look !== undefined) lists.forget(options.look);
  }
}
