import type { Rect } from '#contract/model/geometry';
import type { TracedPicture, TracedTree } from '#contract/model/trace';
import type { BlobFolder } from './blobs.ts';
import { Hidden, type Eyes, type Sight } from './sights.ts';
import { TreeStore } from './tree-store.ts';

/** Wide enough to recognise a window in a strip of them. */
const thumbnailWidth = 320;
const unknownFields = 'No picture: where its password fields are could not be found out.';

interface Seen {
  readonly picture?: TracedPicture;
  readonly tree?: TracedTree;
  readonly note: string;
}

/** Makes pictures and stored trees of what was seen, without what nobody may see. */
export class Darkroom {
  readonly #eyes: Eyes;
  readonly #hidden = new Hidden();
  readonly #blobs: BlobFolder;
  readonly #trees: TreeStore;
  readonly #done = new WeakMap<Sight, Promise<Seen>>();
  readonly #places = new WeakMap<Sight, Rect[]>();

  constructor(eyes: Eyes, blobs: BlobFolder) {
    this.#eyes = eyes;
    this.#blobs = blobs;
    this.#trees = new TreeStore(blobs);
  }

  /** Secret text was typed into the element at that place, or into what has the focus: neither is shown from now on. */
  async hide(sight: Sight, at: Rect | null): Promise<void> {
    const tree = await sight.tree;
    if (tree) this.#hidden.remember(tree.root, at);
    if (at) this.#places.set(sight, [...(this.#places.get(sight) ?? []), at]);
  }

  /** The same sight is made a picture of once. @throws where the disk does not take it */
  develop(sight: Sight): Promise<Seen> {
    const known = this.#done.get(sight);
    if (known) return known;
    const seen = this.#make(sight);
    this.#done.set(sight, seen);
    return seen;
  }

  async #make(sight: Sight): Promise<Seen> {
    const tree = await sight.tree;
    const stored = tree && (await this.#trees.put(tree.window, tree.root, this.#hidden.has));
    return { ...(await this.#picture(sight)), ...(stored && { tree: stored }) };
  }

  async #picture(sight: Sight): Promise<Seen> {
    const { shot, note } = sight;
    if (!shot) return { note };
    const cover = await this.#hidden.cover(this.#eyes, sight);
    if (cover === null) return { note: unknownFields };
    const covered = [...cover, ...(this.#places.get(sight) ?? [])];
    const made = await this.#eyes.develop({ shot: shot.shot, cover: covered, thumbnailWidth }).catch(reason);
    if (typeof made === 'string') return { note: made };
    const blob = await this.#blobs.put(made.picture.bytes, 'png');
    const thumbnail = await this.#blobs.put(made.thumbnail.bytes, 'jpg');
    return { picture: { blob, thumbnail, bounds: shot.bounds }, note: shot.note };
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
