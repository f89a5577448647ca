import type { Services } from '../../../services/app.ts';
import type { ServiceHandlers } from './services.ts';

export function desktopsHandlers({
  ownDesktops,
  place,
}: Pick<Services, 'ownDesktops' | 'place'>): ServiceHandlers<'desktops'> {
  return {
    'desktops.list': () => ownDesktops.list(),
    'desktops.start': () => ownDesktops.start(),
    'desktops.stop': ({ id }) => ownDesktops.stop(id),
    'desktops.launch': ({ id, command }) => ownDesktops.launch(id, command),
    'desktops.watch': ({ id, viewer }) => ownDesktops.watch(id, viewer),
    'desktops.unwatch': ({ viewer }) => ownDesktops.unwatch(viewer),
    'desktops.send': ({ viewer, bytes }) => ownDesktops.send(viewer, bytes),
    'desktops.takeOver': ({ id }) => ownDesktops.takeOver(id),
    'desktops.inspect': ({ id }) => place.goTo(id),
    'desktops.inspected': () => ({ id: place.id, ended: null }),
    'desktops.giveBack': ({ id }) => ownDesktops.giveBack(id),
  };
}
