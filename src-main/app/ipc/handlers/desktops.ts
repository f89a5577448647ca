import type { OwnDesktops } from '../../../services/own-desktops.ts';
import type { ServiceHandlers } from './services.ts';

export function desktopsHandlers({ ownDesktops }: { readonly ownDesktops: OwnDesktops }): ServiceHandlers<'desktops'> {
  return {
    'desktops.list': () => ownDesktops.list(),
    'desktops.start': () => ownDesktops.start(),
    'desktops.stop': ({ id }) => ownDesktops.stop(id),
    'desktops.launch': ({ id, command }) => ownDesktops.launch(id, command),
    'desktops.watch': ({ id, viewer }) => ownDesktops.watch(id, viewer),
    'desktops.unwatch': ({ viewer }) => ownDesktops.unwatch(viewer),
    'desktops.send': ({ viewer, bytes }) => ownDesktops.send(viewer, bytes),
    'desktops.takeOver': ({ id }) => ownDesktops.takeOver(id),
    'desktops.giveBack': ({ id }) => ownDesktops.giveBack(id),
  };
}
