import { spawn, spawnSync } from 'node:child_process';
import type { Rect } from '#contract/model/geometry';
import { programEnvironment } from '../../../../../base/processes/program-environment.ts';
import { sleep } from '../../../../../base/async/deadline.ts';
import type { Pixels } from '../../../../backend.ts';
import { pixelsOfPng, resized } from '../../../../picture/canvas.ts';
import { crop } from '../../../../picture/pixels.ts';
import type { PictureSource } from '../compositor.ts';
import { late } from '../input/late.ts';
import type { PlacedOutput } from '../layout.ts';
import type { Output } from '../wire/outputs.ts';
import { notShown } from './refusals.ts';
import type { RemoteSession, Stream } from './remote-session.ts';

const program = 'gst-launch-1.0';
/** Timeout of a picture, in milliseconds. */
const withinMs = 5_000;
/** The end of a PNG. */
const end = Buffer.from('IEND');

/** Whether GStreamer is installed, with its PipeWire plugin. */
export function hasGStreamer(): boolean {
  // Not by `--exists`, which requires GStreamer's own version of it.
  return spawnSync('gst-inspect-1.0', ['pipewiresrc'], { stdio: 'ignore' }).status === 0;
}

/** Single frames of the granted screens, through GStreamer: PipeWire has no protocol apart from its own library. */
export class CastPictures implements PictureSource {
  readonly #session: RemoteSession;
  readonly #outputs: () => readonly PlacedOutput[];

  constructor(session: RemoteSession, outputs: () => readonly PlacedOutput[]) {
    this.#session = session;
    this.#outputs = outputs;
  }

  async part(object: number, part: Rect): Promise<Pixels> {
    const { streams } = await this.#session.granted();
    const outputs = this.#outputs();
    const output = outputs.find((each) => each.object === object);
    const stream = placedStreams(streams, outputs).find((each) => each.output.object === object);
    if (!output || !stream) throw notShown();
    return crop(await fitting(await frameOf(stream.node), output), part);
  }
}

async function frameOf(node: number): Promise<Pixels> {
  const source = ['pipewiresrc', `path=${node}`, 'always-copy=true'];
  const png = ['videoconvert', '!', 'pngenc', 'snapshot=false', 'compression-level=1', '!', 'fdsink', 'fd=1'];
  const child = spawn(program, ['-q', ...source, '!', ...png], {
    env: programEnvironment(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // A failed start results in a missing picture.
  child.on('error', () => undefined);
  const done = new AbortController();
  try {
    return await pixelsOfPng(await Promise.race([firstPng(child.stdout), tooLate(done.signal)]));
  } finally {
    done.abort();
    child.kill('SIGKILL');
  }
}

/** In its output's pixels, whatever the stream has. */
export async function fitting(pixels: Pixels, { bounds: { width, height } }: PlacedOutput): Promise<Pixels> {
  return pixels.width === width && pixels.height === height ? pixels : resized(pixels, { width, height });
}

async function firstPng(from: AsyncIterable<Buffer>): Promise<Buffer> {
  let read = Buffer.alloc(0);
  for await (const chunk of from) {
    read = Buffer.concat([read, chunk]);
    const at = read.indexOf(end);
    // A four-byte checksum follows.
    if (at >= 0 && read.length >= at + 8) return read.subarray(0, at + 8);
  }
  throw late('PipeWire', withinMs);
}

async function tooLate(signal: AbortSignal): Promise<never> {
  await sleep(withinMs, signal);
  throw late('PipeWire', withinMs);
}

/** A stream with its output. */
interface PlacedStream {
  readonly node: number;
  readonly size: Stream['size'];
  readonly output: Output;
}

/** Streams whose output is known. A stream without a position, as in KWin 5.27, belongs to the only output. */
export function placedStreams(streams: readonly Stream[], outputs: readonly Output[]): readonly PlacedStream[] {
  return streams.flatMap(({ node, position, size }) => {
    const output = outputs.find(({ logical }) => (position ? isAt(logical, position) : outputs.length === 1));
    return output ? [{ node, size, output }] : [];
  });
}

const isAt = ({ x, y }: Rect, at: { readonly x: number; readonly y: number }) => x === at.x && y === at.y;
