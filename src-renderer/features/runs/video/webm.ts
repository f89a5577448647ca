/** A frame of a video as an encoder wrote it. */
export interface EncodedFrame {
  /** From the start of the video, in whole milliseconds. */
  readonly atMs: number;
  /** Whether it can be decoded without earlier ones. The first is, and one at least every 30 seconds. */
  readonly isKey: boolean;
  readonly bytes: Uint8Array;
}

export interface WebmTrack {
  readonly codec: 'V_VP8' | 'V_VP9';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
}

/**
 * A WebM file with one video track: a Matroska document (RFC 9559) of EBML elements (RFC 8794). Each key frame begins a
 * cluster and has a cue, so that players can seek.
 */
export function webmOf(track: WebmTrack, frames: readonly EncodedFrame[]): Blob {
  const clusters = clustersOf(frames);
  const head = [information(track), tracks(track)];
  const cues = (positions: readonly number[]) =>
    element(0x1c53bb6b, ...clusters.map(({ atMs }, index) => cue(atMs, positions[index] ?? 0)));
  // Its length does not depend on the positions in it.
  let position = lengthOf(head) + lengthOf([cues([])]);
  const positions = clusters.map(({ parts }) => {
    const start = position;
    position += lengthOf(parts);
    return start;
  });
  const body = [...head, cues(positions), ...clusters.flatMap(({ parts }) => parts)];
  const parts = [header(), start(0x18538067, lengthOf(body)), ...body];
  return new Blob(parts as Uint8Array<ArrayBuffer>[], { type: 'video/webm' });
}

interface Cluster {
  readonly atMs: number;
  readonly parts: readonly Uint8Array[];
}

function clustersOf(frames: readonly EncodedFrame[]): readonly Cluster[] {
  const starts = frames.flatMap(({ isKey }, index) => (isKey ? [index] : []));
  return starts.map((first, index) => {
    const own = frames.slice(first, starts[index + 1]);
    const atMs = own[0]?.atMs ?? 0;
    const content = [element(0xe7, uint(atMs)), ...own.map((frame) => simpleBlock(frame, atMs))];
    return { atMs, parts: [start(0x1f43b675, lengthOf(content)), ...content] };
  });
}

function header(): Uint8Array {
  return element(
    0x1a45dfa3,
    element(0x4286, uint(1)),
    element(0x42f7, uint(1)),
    element(0x42f2, uint(4)),
    element(0x42f3, uint(8)),
    element(0x4282, text('webm')),
    element(0x4287, uint(4)),
    element(0x4285, uint(2)),
  );
}

/** Times are milliseconds: a million nanoseconds each. */
function information({ durationMs }: WebmTrack): Uint8Array {
  return element(
    0x1549a966,
    element(0x2ad7b1, uint(1_000_000)),
    element(0x4d80, text('Deskscope')),
    element(0x5741, text('Deskscope')),
    element(0x4489, float(durationMs)),
  );
}

function tracks({ codec, width, height }: WebmTrack): Uint8Array {
  const video = element(0xe0, element(0xb0, uint(width)), element(0xba, uint(height)));
  return element(
    0x1654ae6b,
    element(
      0xae,
      element(0xd7, uint(1)),
      element(0x73c5, uint(1)),
      element(0x9c, uint(0)),
      element(0x83, uint(1)),
      element(0x86, text(codec)),
      video,
    ),
  );
}

/** @param position of the cluster, from the start of the segment's content */
function cue(atMs: number, position: number): Uint8Array {
  return element(0xbb, element(0xb3, uint(atMs)), element(0xb7, element(0xf7, uint(1)), element(0xf1, uint(position))));
}

function simpleBlock({ atMs, isKey, bytes }: EncodedFrame, clusterMs: number): Uint8Array {
  const offset = atMs - clusterMs;
  // Track 1, a signed time of 16 bits within the cluster, and whether it is a key frame.
  return element(0xa3, Uint8Array.of(0x81, offset >> 8, offset & 0xff, isKey ? 0x80 : 0), bytes);
}

function element(id: number, ...content: readonly Uint8Array[]): Uint8Array {
  return join([start(id, lengthOf(content)), ...content]);
}

/** Id and size of an element; sizes have all eight bytes, so that positions are known in advance. */
function start(id: number, size: number): Uint8Array {
  const bytes = uint(size);
  bytes[0] = 0x01;
  const name = uint(id);
  return join([name.subarray(name.findIndex((byte) => byte !== 0)), bytes]);
}

function uint(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

function float(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return bytes;
}

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(lengthOf(parts));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
