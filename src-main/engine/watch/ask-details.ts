import type { WindowInfo } from '#contract/model/windows/window';
import type { RawDetails } from '../backend.ts';
import type { EngineContext } from '../operations/operation.ts';

/** What an element says now, in the way that holds up its app the least. @throws AppError `element_stale` */
export function askDetails({ backend }: EngineContext, window: WindowInfo, runtimeId: string): Promise<RawDetails> {
  const { elements } = backend;
  return (elements.parts ?? elements).details(window, runtimeId);
}
