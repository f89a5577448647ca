import { AppError } from '#contract/errors';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { ElementProvider, RawDetails, RawNode, RawTree } from '../../../backend.ts';
import { saying } from '../../../../base/delivery.ts';
import type { BlockingThread } from '../thread/blocking-thread.ts';
import type { ElementTask } from './tasks.ts';

/** Timeout for one query to an app, in milliseconds; a walk has its own budget besides. */
const maxWaitMs = 2_500;
/** … and UI Automation to start, before the first question on a thread. */
const opening = { task: 'elements.strategy', timeoutMs: 8_000 } as const;
const walkMs = 60_000;

export interface ElementThreads {
  /** Reads trees and performs actions. */
  readonly blocking: BlockingThread;
  /** Answers hit tests, focus queries, and queries about elements found by them: never delayed by a tree read. */
  readonly quick: BlockingThread;
}

/** The elements of windows, read and operated on two threads; hints, if available, come from a thread of their own. */
export function createElements(
  { blocking: thread, quick }: ElementThreads,
  watcher: Required<Pick<ElementProvider, 'watch' | 'events'>> | null,
): ElementProvider {
  const askOn = (asked: BlockingThread) => {
    return <T>(task: ElementTask, window: WindowInfo, input: object, abandoned?: AbortSignal) =>
      asked.run<T>(task, { window, ...input }, { target: window.app, timeoutMs: maxWaitMs, abandoned, opening });
  };
  const ask = askOn(thread);
  /** Number of queries pending on the quick thread: reads yield to them. */
  const urgent = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const askQuick: typeof ask = async (...asked) => {
    Atomics.add(urgent, 0, 1);
    try {
      return await askOn(quick)(...asked);
    } finally {
      Atomics.sub(urgent, 0, 1);
      Atomics.notify(urgent, 0);
    }
  };
  /** If the element was not found there, the other thread knows it from its tree. */
  const askKnowing = async <T>(
    task: 'details' | 'ancestors' | 'partDetails',
    window: WindowInfo,
    input: object,
    abandoned?: AbortSignal,
  ) =>
    (await askQuick<T | null>(`elements.${task}IfKnown`, window, input, abandoned)) ??
    ask<T>(`elements.${task}`, window, input, abandoned);
  /** Same for actions: an unresponsive app may have performed the action nevertheless. */
  const act = async (...asked: Parameters<typeof ask>): Promise<void> => {
    try {
      await ask(...asked);
    } catch (error) {
      throw isSilence(error) ? saying('unknown', error) : error;
    }
  };
  /** Windows whose tree was too large for one query. */
  const large = new Set<WindowId>();
  return {
    async walk(window, from, { depth, maxNodes, signal }) {
      const input = { window, from, depth, maxNodes, inParts: large.has(window.id), urgent };
      try {
        const tree = await thread.run<RawTree>('elements.walk', input, {
          target: window.app,
          timeoutMs: walkMs,
          signal,
          opening,
        });
        if (tree.truncated !== 'time') large.delete(window.id);
        return tree;
      } catch (error) {
        if (isSilence(error)) large.add(window.id);
        throw error;
      }
    },
    matching: (window, from, words, signal) =>
      thread.run<readonly RawNode[] | null>(
        'elements.matching',
        { window, from, words },
        { target: window.app, timeoutMs: walkMs, signal, opening },
      ),
    countInOneAnswer: (window, signal) =>
      thread.run<number | null>(
        'elements.countInOneAnswer',
        { window },
        { target: window.app, timeoutMs: walkMs, signal, opening },
      ),
    children: (window, runtimeId, range, signal) =>
      ask<readonly RawNode[]>('elements.children', window, { runtimeId, range }, signal),
    childrenIn: (window, runtimeId, range, signal) =>
      ask<readonly RawNode[] | null>('elements.childrenIn', window, { runtimeId, range }, signal),
    parts: {
      path: (window, of) => askQuick<readonly RawNode[]>('elements.path', window, { of }),
      details: (window, runtimeId) => askKnowing<RawDetails>('partDetails', window, { runtimeId }),
      around: (window, at, { maxNodes, signal }) =>
        thread.run<RawTree>(
          'elements.around',
          { window, at, maxNodes, urgent },
          { target: window.app, timeoutMs: walkMs, signal, opening },
        ),
      isOnly: (window, from, node, words) =>
        thread.run<boolean | null>(
          'elements.isOnly',
          { window, from, node, words },
          { target: window.app, timeoutMs: walkMs, opening },
        ),
      indices: (window, runtimeId) =>
        askQuick<readonly number[] | null>('elements.indicesIfKnown', window, { runtimeId }),
    },
    ancestors: (window, runtimeId, signal) =>
      askKnowing<readonly RawNode[]>('ancestors', window, { runtimeId }, signal),
    details: (window, runtimeId, signal) => askKnowing<RawDetails>('details', window, { runtimeId }, signal),
    hitTest: (window, at, signal) => askQuick<string | null>('elements.hitTest', window, { at }, signal),
    async pressed(window, at, signal) {
      const runtimeId = await askQuick<string | null>('elements.hitTest', window, { at }, signal);
      return runtimeId === null ? null : { runtimeId, reportedBy: 'nobody' };
    },
    focused: (window, signal) => askQuick<string | null>('elements.focused', window, {}, signal),
    focus: (window, runtimeId, signal) => act('elements.focus', window, { runtimeId }, signal),
    run: (window, runtimeId, call, signal) => act('elements.run', window, { runtimeId, call }, signal),
    ...(watcher && {
      watch: (window, changed) => watcher.watch(window, changed),
      events: (window, received) => watcher.events(window, received),
    }),
    cell: (window, runtimeId, row, column, signal) =>
      ask<RawNode>('elements.cell', window, { runtimeId, row, column }, signal),
  };
}

function isSilence(error: unknown): boolean {
  return error instanceof AppError && error.code === 'target_not_responding';
}
