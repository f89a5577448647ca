import type { EngineContext, Operation } from '../operations/operation.ts';
import { encodePicture } from './encode.ts';
import { drawOver } from './pixels.ts';
import { shoot } from './shoot.ts';
import type { Shot } from './shots.ts';

export const capture: Operation<'capture'> = async (context, { target, options = {}, marks = [] }) => {
  const shot = await shoot(context, target);
  return encodePicture(options.cursor ? await withCursor(context, shot) : shot, options, marks);
};

async function withCursor({ backend }: EngineContext, shot: Shot): Promise<Shot> {
  const cursor = await backend.capture.cursor();
  if (!cursor) return shot;
  const at = { x: cursor.at.x - shot.bounds.x, y: cursor.at.y - shot.bounds.y };
  return { ...shot, pixels: drawOver(shot.pixels, cursor.pixels, at) };
}
