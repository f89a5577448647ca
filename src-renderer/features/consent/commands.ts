import type { Command } from '../../ui/command.ts';
import type { ConsentStore } from './store.ts';

export function consentCommands(store: ConsentStore): readonly Command[] {
  const halted = () => store.getState().halt.halted;
  return [
    {
      id: 'halt',
      title: 'Halt every agent, replay and recording',
      icon: 'debug-stop',
      when: () => !halted(),
      run: () => void store.getState().pullHalt(),
    },
    {
      id: 'halt.resume',
      title: 'Let agents act again',
      icon: 'debug-continue',
      when: halted,
      run: () => void store.getState().resume(),
    },
  ];
}
