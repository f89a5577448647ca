import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AppError } from '#contract/errors';
import type { Rect } from '#contract/model/geometry';
import type { Pixels } from '../../../../backend.ts';
import { pixelsOfPng } from '../../../../picture/canvas.ts';
import { crop } from '../../../../picture/pixels.ts';
import { DBusFailure } from '../../dbus/failure.ts';
import type { PictureSource } from '../compositor.ts';
import type { PlacedOutput } from '../layout.ts';
import { fitting } from './cast.ts';
import { soonOr, cannotAsk, notShown, refused } from './refusals.ts';
import { answered, no, type Portal, type Request } from './portal.ts';

/** Screenshots of the whole desktop through the portal; the file of each is removed. */
export class ScreenshotPictures implements PictureSource {
  readonly #portal: Portal;
  readonly #outputs: () => readonly PlacedOutput[];
  #asking: Promise<Pixels> | null = null;
  #request: Request | null = null;
  /** It has taken one, so it no longer asks. */
  #isGranted = false;
  #over: AppError | null = null;

  constructor(portal: Portal, outputs: () => readonly PlacedOutput[]) {
    this.#portal = portal;
    this.#outputs = outputs;
  }

  /** Whether the user may be asked now. */
  get isAsking(): boolean {
    return this.#request !== null && !this.#isGranted;
  }

  async part(object: number, part: Rect): Promise<Pixels> {
    if (this.#over) throw this.#over;
    this.#asking ??= this.#take().finally(() => (this.#asking = null));
    const all = await soonOr(this.#asking);
    const outputs = this.#outputs();
    const output = outputs.find((each) => each.object === object);
    if (!output) throw notShown();
    return crop(await fitting(crop(all, placeOn(all, output, outputs)), output), part);
  }

  close(): void {
    this.#request?.withdraw();
  }

  async #take(): Promise<Pixels> {
    try {
      const question = { face: 'Screenshot', member: 'Screenshot', signature: 's', body: [''] } as const;
      this.#request = await this.#portal.request({ ...question, options: { interactive: no } });
      const { code, results } = await this.#request.answer;
      if (code === answered.no) throw (this.#over = refused('look at the screen'));
      const uri = results.get('uri');
      if (code !== answered.yes || typeof uri !== 'string') throw cannotAsk('it has taken no picture');
      this.#isGranted = true;
      return await pixelsOfPng(taken(uri));
    } catch (error) {
      throw error instanceof DBusFailure ? cannotAsk(error.message) : error;
    } finally {
      this.#request = null;
    }
  }
}

const magic = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** Reads and removes the file of a screenshot; no other file is touched. */
function taken(uri: string): Buffer {
  try {
    const file = fileURLToPath(uri);
    const found = lstatSync(file);
    if (!found.isFile() || found.uid !== process.getuid?.()) throw new Error('It is no file of ours.');
    const png = readFileSync(file);
    if (!png.subarray(0, magic.length).equals(magic)) throw new Error('It is no picture.');
    rmSync(file);
    return png;
  } catch {
    throw cannotAsk('its picture cannot be read');
  }
}

/** Crops one output from a screenshot of all outputs, which has a uniform pixel size. */
export function placeOn(all: Pixels, { logical }: PlacedOutput, outputs: readonly PlacedOutput[]): Rect {
  const left = Math.min(...outputs.map((each) => each.logical.x));
  const top = Math.min(...outputs.map((each) => each.logical.y));
  const right = Math.max(...outputs.map((each) => each.logical.x + each.logical.width));
  const factor = all.width / (right - left);
  const [x, y] = [Math.round((logical.x - left) * factor), Math.round((logical.y - top) * factor)];
  return {
    x,
    y,
    width: Math.min(Math.round(logical.width * factor), all.width - x),
    height: Math.min(Math.round(logical.height * factor), all.height - y),
  };
}
