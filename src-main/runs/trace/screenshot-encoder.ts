import type { Rect } from '#contract/model/geometry';
import type { TracedPicture, TracedTree } from '#contract/model/runs/trace';
import type { BlobFolder } from './blobs.ts';
import { Hidden, type TraceSource, type Capture } from './capture.ts';
import { TreeStore } from './tree-store.ts';

/** Wide enough to recognise a window in a strip of them. */
const thumbnailWidth = 320;
const unknownFields = 'No picture: where its password fields and secret texts are could not be found out.';

interface Seen {
  readonly picture?: TracedPicture;
  readonly tree?: TracedTree;
  readonly note: string;
}

/** Makes pictures and stored trees of what was seen, without what no one may see. */
export class ScreenshotEncoder {
  readonly #source: TraceSource;
  readonly #hidden = new Hidden();
  readonly #blobs: BlobFolder;
  readonly #trees: TreeStore;
  readonly #done = new WeakMap<Capture, Promise<Seen>>();
  readonly #places = new WeakMap<Capture, Rect[]>();

  constructor(source: TraceSource, blobs: BlobFolder) {
    this.#source = source;
    this.#blobs = blobs;
    this.#trees = new TreeStore(blobs);
  }

  /** Secret text was typed into the element at that place, or into what has the focus: neither is shown from now on. */
  async hide(capture: Capture, at: Rect | null): Promise<void> {
    await this.#hidden.remember(this.#source, capture, at);
    if (at) this.#places.set(capture, [...(this.#places.get(capture) ?? []), at]);
  }

  /** The same capture is made a picture of once. @throws where the disk does not take it */
  encode(capture: Capture): Promise<Seen> {
    const known = this.#done.get(capture);
    if (known) return known;
    const seen = this.#make(capture);
    this.#done.set(capture, seen);
    return seen;
  }

  async #make(capture: Capture): Promise<Seen> {
    const tree = await capture.tree;
    const stored = tree && (await this.#trees.put(tree.window, tree.root, this.#hidden.has));
    return { ...(await this.#picture(capture)), ...(stored && { tree: stored }) };
  }

  async #picture(capture: Capture): Promise<Seen> {
    const { shot, note } = capture;
    if (!shot) return { note };
    const cover = await this.#hidden.cover(this.#source, capture);
    if (cover === null) return { note: unknownFields };
    const covered = [...cover, ...(this.#places.get(capture) ?? [])];
    const made = await this.#source.encodeShot({ shot: shot.shot, cover: covered, thumbnailWidth }).catch(reason);
    if (typeof made === 'string') return { note: made };
    const blob = await this.#blobs.put(made.picture.bytes, 'png');
    const thumbnail = await this.#blobs.put(made.thumbnail.bytes, 'jpg');
    return { picture: { blob, thumbnail, bounds: shot.bounds }, note: shot.note };
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
