import type { Command } from '../../ui/command.ts';
import { openedDesktop, type DesktopsStore } from './store.ts';

export function desktopsCommands(store: DesktopsStore): readonly Command[] {
  const opened = () => openedDesktop(store.getState());
  return [
    {
      id: 'desktops.start',
      title: 'New desktop',
      icon: 'add',
      scope: 'desktops',
      when: () => !store.getState().starting,
      run: () => void store.getState().start(),
    },
    {
      id: 'desktops.takeOver',
      title: 'Take over the desktop, or give it back',
      icon: 'person',
      scope: 'desktops',
      when: () => opened()?.hasView === true,
      run() {
        const desktop = opened();
        if (!desktop) return;
        const { takeOver, giveBack } = store.getState();
        void (desktop.takenOver ? giveBack(desktop.id) : takeOver(desktop.id));
      },
    },
    {
      id: 'desktops.inspect',
      title: 'Inspect, pick and record on this desktop',
      icon: 'inspect',
      scope: 'desktops',
      when: () => opened() !== null && opened()?.id !== store.getState().inspected,
      run: () => void store.getState().inspect(opened()?.id ?? null),
    },
    {
      id: 'desktops.leave',
      title: 'Inspect, pick and record on your own desktop again',
      icon: 'home',
      when: () => store.getState().inspected !== null,
      run: () => void store.getState().inspect(null),
    },
  ];
}
