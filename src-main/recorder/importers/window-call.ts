import { z } from 'zod';
import type { Action } from '#contract/model/action';
import { windowRole, type WindowAction } from '#contract/model/window';
import { readParameters, type FromCall, type UfoCall } from './ufo-call.ts';

const windowNamed = z
  .object({ title: z.string(), app: z.string(), class_name: z.string(), role: windowRole, on: z.boolean() })
  .partial();
const pixels = z.number().int();
const extent = pixels.positive();
const placed = windowNamed.extend({ x: pixels, y: pixels, width: extent.optional(), height: extent.optional() });
const launched = z.object({ command: z.string().min(1), args: z.array(z.string()).default([]) });
const resized = windowNamed.extend({ width: extent, height: extent });

/** A call of the tools for windows; null where it is none of those that do something to one. @throws AppError as {@link readParameters} */
export function fromWindowCall(call: UfoCall): FromCall | null {
  switch (call.tool) {
    case 'move_window': {
      const { x, y, width, height, ...named } = readParameters(placed, call);
      const size = width !== undefined && height !== undefined && { width, height };
      return onWindow(named, { type: 'placeWindow', to: { x, y }, ...(size && { size }) });
    }
    case 'launch_app': {
      const { command, args } = readParameters(launched, call);
      return { steps: [{ action: { type: 'launch', command, args }, target: null, window: {} }] };
    }
    case 'resize_window': {
      const { width, height, ...named } = readParameters(resized, call);
      return onWindow(named, { type: 'placeWindow', size: { width, height } });
    }
    default: {
      const act = windowActOf(call);
      return act ? onWindow(readParameters(windowNamed, call), { type: 'window', act }) : null;
    }
  }
}

/** Of the tools for windows; a full screen that is ended is a restored window. */
function windowActOf({ tool, parameters }: UfoCall): WindowAction | undefined {
  const isOff = parameters['on'] === false;
  switch (tool) {
    case 'focus_window':
      return 'focus';
    case 'minimize_window':
      return 'minimize';
    case 'maximize_window':
      return 'maximize';
    case 'restore_window':
      return 'restore';
    case 'close_window':
      return 'close';
    case 'set_fullscreen':
      return isOff ? 'restore' : 'fullscreen';
    case 'set_always_on_top':
      return isOff ? 'unpin' : 'pinOnTop';
    default:
      return undefined;
  }
}

function onWindow({ class_name: className, title, app, role }: z.output<typeof windowNamed>, action: Action): FromCall {
  const window = {
    ...(title !== undefined && { title }),
    ...(app !== undefined && { app }),
    ...(className !== undefined && { className }),
    ...(role !== undefined && { role }),
  };
  return { steps: [{ action, target: null, window }] };
}
