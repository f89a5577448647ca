import { quoted } from '#contract/foreign-text';
import type { TracedPicture } from '#contract/model/runs/trace';
import type { BlobFolder } from '../trace/blobs.ts';
import type { OpenFiles } from './foreign-files.ts';
import type { ForeignPicture } from '../importers/importer.ts';
import { readPictureHead } from '../trace/picture-head.ts';

/** All pictures of one run together, in bytes. */
export const mostPictureBytes = 4_000_000_000;

/** Takes over pictures of a run of others; each is read once. What cannot be taken over is told of once. */
export class ForeignPictures {
  readonly notes: string[] = [];
  readonly #files: Pick<OpenFiles, 'bytes'>;
  readonly #blobs: BlobFolder;
  readonly #taken = new Map<string, Promise<Taken | null>>();
  #bytes = 0;

  constructor(files: Pick<OpenFiles, 'bytes'>, blobs: BlobFolder) {
    this.#files = files;
    this.#blobs = blobs;
  }

  /** Null where there is none. */
  async take(wanted: ForeignPicture): Promise<TracedPicture | null> {
    const { file } = wanted;
    const known = this.#taken.get(file) ?? this.#read(file);
    this.#taken.set(file, known);
    const taken = await known;
    if (!taken) return null;
    const { blob, size } = taken;
    return { blob, thumbnail: blob, bounds: placeOf(wanted, size) };
  }

  async #read(file: string): Promise<Taken | null> {
    const bytes = await this.#files.bytes(file);
    if (!bytes) return null;
    const head = readPictureHead(bytes);
    if (!head) return this.#refuse(file, 'is neither PNG nor JPEG');
    // What UFO writes where it could take no picture.
    if (head.size && head.size.width * head.size.height <= 1) return this.#refuse(file, 'has one pixel');
    this.#bytes += bytes.length;
    if (this.#bytes > mostPictureBytes) return this.#refuse(file, 'comes after too many others');
    return { blob: await this.#blobs.put(bytes, head.kind), size: head.size };
  }

  #refuse(file: string, why: string): null {
    this.notes.push(`The picture ${quoted(file)} ${why}; it is left out.`);
    return null;
  }
}

interface Taken {
  readonly blob: string;
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** A picture of another size shows something else than the place that is told of. */
function placeOf({ bounds = null, sameSize }: ForeignPicture, size: Taken['size']): TracedPicture['bounds'] {
  if (bounds === 'screen') return size && { x: 0, y: 0, ...size };
  const fits = bounds?.width === size?.width && bounds?.height === size?.height;
  return sameSize && !fits ? null : bounds;
}
