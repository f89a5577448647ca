import { AppError } from '#contract/errors';
import type { Size } from '#contract/model/geometry';
import type { Caption, RunFrame } from './frames.ts';
import { type EncodedFrame, webmOf, type WebmTrack } from './webm.ts';

export interface VideoOptions {
  /** The picture of a frame; null if missing. */
  readonly load: (blob: string) => Promise<ImageBitmap | null>;
  /** From 0 to 1. */
  readonly progress: (share: number) => void;
  /** Ends the encoding with its reason. */
  readonly signal: AbortSignal;
}

/** The largest picture in pixels; larger ones are scaled down. */
const most: Size = { width: 1280, height: 800 };
const captionHeight = 56;
/** Players redraw and seek by frames, so a long one is repeated. In milliseconds. */
const repeatMs = 1_000;
const keyMs = 10_000;
const bitsPerSecond = 1_500_000;
const codecs = [
  { codec: 'vp09.00.40.08', id: 'V_VP9' },
  { codec: 'vp8', id: 'V_VP8' },
] as const;

/**
 * A WebM video of the frames, each with its caption.
 * @throws AppError `unsupported_platform` without an encoder
 */
export async function encodeVideo(frames: readonly RunFrame[], options: VideoOptions): Promise<Blob> {
  const size = await sizeOf(frames, options);
  const { config, id } = await configFor(size);
  const encoded: EncodedFrame[] = [];
  const failures: DOMException[] = [];
  const encoder = new VideoEncoder({
    output(chunk) {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      encoded.push({ atMs: Math.round(chunk.timestamp / 1_000), isKey: chunk.type === 'key', bytes });
    },
    error(error) {
      failures.push(error);
    },
  });
  try {
    encoder.configure(config);
    const painter = new Painter(size);
    let [atMs, keyAt] = [0, -Infinity];
    for (const [index, frame] of frames.entries()) {
      const picture = frame.blob === null ? null : await options.load(frame.blob);
      painter.paint(frame, picture);
      for (let left = frame.ms; left > 0; left -= repeatMs) {
        const keyFrame = atMs - keyAt >= keyMs;
        if (keyFrame) keyAt = atMs;
        const image = new VideoFrame(painter.canvas, { timestamp: atMs * 1_000 });
        encoder.encode(image, { keyFrame });
        image.close();
        atMs += Math.min(left, repeatMs);
      }
      picture?.close();
      // A queue of whole pictures would need gigabytes.
      while (encoder.encodeQueueSize > 4) await new Promise((resolve) => setTimeout(resolve, 5));
      options.signal.throwIfAborted();
      if (failures[0]) throw failures[0];
      options.progress((index + 1) / frames.length);
    }
    await encoder.flush();
    const track: WebmTrack = { codec: id, ...size, durationMs: atMs };
    return webmOf(track, encoded);
  } finally {
    if (encoder.state !== 'closed') encoder.close();
  }
}

/** Room for the largest picture, scaled down if need be, above its caption. Encoders want even numbers. */
async function sizeOf(frames: readonly RunFrame[], { load, signal }: VideoOptions): Promise<Size> {
  const room = { width: 640, height: 240 };
  for (const blob of new Set(frames.map((frame) => frame.blob))) {
    signal.throwIfAborted();
    const picture = blob === null ? null : await load(blob);
    if (!picture) continue;
    const scale = Math.min(1, most.width / picture.width, most.height / picture.height);
    room.width = Math.max(room.width, picture.width * scale);
    room.height = Math.max(room.height, picture.height * scale);
    picture.close();
  }
  return { width: even(room.width), height: even(room.height + captionHeight) };
}

function even(length: number): number {
  return Math.ceil(length / 2) * 2;
}

async function configFor(size: Size) {
  for (const { codec, id } of codecs) {
    const config: VideoEncoderConfig = { codec, ...size, bitrate: bitsPerSecond, latencyMode: 'quality' };
    const { supported } = await VideoEncoder.isConfigSupported(config);
    if (supported) return { config, id };
  }
  throw new AppError('unsupported_platform', 'This Electron has no video encoder for WebM.', {
    hint: 'Export the run as a page instead.',
  });
}

/** Draws frames in the colours of the page's theme. */
class Painter {
  readonly canvas: OffscreenCanvas;
  readonly #context: OffscreenCanvasRenderingContext2D;
  readonly #style = getComputedStyle(document.documentElement);

  constructor({ width, height }: Size) {
    this.canvas = new OffscreenCanvas(width, height);
    const context = this.canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('There is no 2D context.');
    this.#context = context;
  }

  paint({ box, caption }: RunFrame, picture: ImageBitmap | null): void {
    const context = this.#context;
    const { width, height } = this.canvas;
    context.fillStyle = this.#token('--titleBar-background');
    context.fillRect(0, 0, width, height);
    if (picture) this.#picture(picture, box);
    this.#caption(caption);
  }

  #picture(picture: ImageBitmap, box: RunFrame['box']): void {
    const context = this.#context;
    const room = { width: this.canvas.width, height: this.canvas.height - captionHeight };
    const scale = Math.min(1, room.width / picture.width, room.height / picture.height);
    const [width, height] = [picture.width * scale, picture.height * scale];
    const [left, top] = [(room.width - width) / 2, (room.height - height) / 2];
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, left, top, width, height);
    if (!box) return;
    context.lineWidth = 3;
    context.strokeStyle = this.#token('--deskscope-outline');
    context.strokeRect(left + box.x * width, top + box.y * height, box.width * width, box.height * height);
  }

  #caption({ atMs, tool, target, why }: Caption): void {
    const context = this.#context;
    const { width, height } = this.canvas;
    const [first, second] = [height - captionHeight + 22, height - captionHeight + 43];
    context.fillStyle = this.#token('--editor-background');
    context.fillRect(0, height - captionHeight, width, captionHeight);
    const put = (text: string, x: number, y: number, colour: string, font: string, room = width) => {
      context.font = `${font} ${this.#token('--font-ui')}`;
      context.fillStyle = this.#token(colour);
      const shown = fitted(text, room - 28, (part) => context.measureText(part).width);
      context.fillText(shown, x, y);
      return x + context.measureText(shown).width;
    };
    const clock = new Date(atMs).toISOString().slice(11, 19).replace(/^00:/, '');
    const after = put(clock, 14, first, '--descriptionForeground', '14px');
    put(tool, after + 12, first, '--strongForeground', '600 15px', width - after);
    if (why === '') put(target, 14, second, '--foreground', '14px');
    else put(target === '' ? why : `${target}: ${why}`, 14, second, '--testing-iconFailed', '14px');
  }

  #token(name: string): string {
    return this.#style.getPropertyValue(name).trim();
  }
}

function fitted(text: string, room: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= room) return text;
  let end = Math.min(text.length, 400);
  while (end > 1 && widthOf(`${text.slice(0, end)}…`) > room) end--;
  return `${text.slice(0, end)}…`;
}
