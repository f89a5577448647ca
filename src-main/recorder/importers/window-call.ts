import type { Action } from '#contract/model/action';
import type { WindowMatch } from '#contract/model/window';
import { callParameters, type WindowNamed } from './call-parameters.ts';
import { readParameters as read, type FromCall, type UfoCall } from './ufo-call.ts';

/** A call of the tools for windows; null where it is none of those that do something to one. @throws AppError as {@link read} */
export function fromWindowCall(call: UfoCall): FromCall | null {
  switch (call.tool) {
    case 'launch_app': {
      const { command, args } = read(callParameters.launch_app, call);
      return { steps: [{ action: { type: 'launch', command, args }, target: null, window: {} }] };
    }
    case 'move_window': {
      const { x, y, width, height, ...named } = read(callParameters.move_window, call);
      const size = width !== undefined && height !== undefined && { width, height };
      return onWindow(call, named, { type: 'placeWindow', to: { x, y }, ...(size && { size }) });
    }
    case 'resize_window': {
      const { width, height, ...named } = read(callParameters.resize_window, call);
      return onWindow(call, named, { type: 'placeWindow', size: { width, height } });
    }
    case 'set_fullscreen': {
      const { on, ...named } = read(callParameters.set_fullscreen, call);
      // A full screen that is ended is a restored window.
      return onWindow(call, named, { type: 'window', act: on ? 'fullscreen' : 'restore' });
    }
    case 'set_always_on_top': {
      const { on, ...named } = read(callParameters.set_always_on_top, call);
      return onWindow(call, named, { type: 'window', act: on ? 'pinOnTop' : 'unpin' });
    }
    case 'focus_window':
      return onWindow(call, read(callParameters.focus_window, call), { type: 'window', act: 'focus' });
    case 'minimize_window':
      return onWindow(call, read(callParameters.minimize_window, call), { type: 'window', act: 'minimize' });
    case 'maximize_window':
      return onWindow(call, read(callParameters.maximize_window, call), { type: 'window', act: 'maximize' });
    case 'restore_window':
      return onWindow(call, read(callParameters.restore_window, call), { type: 'window', act: 'restore' });
    case 'close_window':
      return onWindow(call, read(callParameters.close_window, call), { type: 'window', act: 'close' });
    default:
      return null;
  }
}

/** A call that names no window means the selected one. */
function onWindow({ window: selected }: UfoCall, named: WindowNamed, action: Action): FromCall {
  const { class_name: className, title, app, role, owner } = named;
  const window: WindowMatch = {
    ...(title !== undefined && { title }),
    ...(app !== undefined && { app }),
    ...(className !== undefined && { className }),
    ...(role !== undefined && { role }),
    ...(owner !== undefined && { owner }),
  };
  return { steps: [{ action, target: null, window: Object.keys(window).length > 0 ? window : selected }] };
}
