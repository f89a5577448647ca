import type { Disposable } from '../../../base/async/disposable.ts';
import type { TreeView } from '#contract/model/elements/element';
import type { WindowId } from '#contract/model/windows/window';
import type { EngineContext, Operation } from '../../operations/operation.ts';
import { TreeFollower } from './tree-follower.ts';

/** Each keeps a tree and a picture. */
const maxFollowers = 4;

/** The windows that are followed, those that were asked for last. */
export class Followers implements Disposable {
  readonly #followers = new Map<string, TreeFollower>();

  of(context: EngineContext, window: WindowId, view: TreeView): TreeFollower {
    const key = `${window} ${view}`;
    const follower = this.#followers.get(key) ?? new TreeFollower(context, window, view);
    this.#followers.delete(key);
    this.#followers.set(key, follower);
    const [oldest] = this.#followers.keys();
    if (this.#followers.size > maxFollowers && oldest !== undefined) this.#drop(oldest);
    return follower;
  }

  dispose(): void {
    for (const key of [...this.#followers.keys()]) this.#drop(key);
  }

  #drop(key: string): void {
    this.#followers.get(key)?.dispose();
    this.#followers.delete(key);
  }
}

export const followTree: Operation<'followTree'> = (context, { window, view = 'raw', since, waitMs }, call) =>
  context.followers.of(context, window, view).next(since, waitMs, call);
