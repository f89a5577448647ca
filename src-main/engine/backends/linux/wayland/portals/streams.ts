import type { Rect } from '#contract/model/geometry';
import type { Output } from '../wire/outputs.ts';
import type { Stream } from './remote-session.ts';

/** A stream with the output that it shows. */
export interface PlacedStream {
  readonly node: number;
  readonly size: Stream['size'];
  readonly output: Output;
}

/** Streams whose output is known. One without a place, as KWin 5.27 has them, is that of the only output. */
export function placedStreams(streams: readonly Stream[], outputs: readonly Output[]): readonly PlacedStream[] {
  return streams.flatMap(({ node, position, size }) => {
    const output = outputs.find(({ logical }) => (position ? isAt(logical, position) : outputs.length === 1));
    return output ? [{ node, size, output }] : [];
  });
}

const isAt = ({ x, y }: Rect, at: { readonly x: number; readonly y: number }) => x === at.x && y === at.y;
