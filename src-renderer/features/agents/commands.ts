import type { Command } from '../../ui/command.ts';
import { canTakeOver, isTakenOver, isWorking, type AgentsStore } from './store.ts';

export function agentsCommands(store: AgentsStore): readonly Command[] {
  const state = () => store.getState();
  const isPaused = () => state().debug.mode === 'paused';
  return [
    {
      id: 'task.new',
      title: 'Give a task to agents…',
      icon: 'robot',
      keys: ['Ctrl+Shift+N'],
      when: () => !isWorking(state()),
      run: () => state().setDialog('task'),
    },
    {
      id: 'task.stop',
      title: 'Stop the task',
      icon: 'debug-stop',
      when: () => isWorking(state()),
      run: () => void state().stop(),
    },
    {
      id: 'debug.toggle',
      title: 'Pause or resume agents',
      icon: 'debug-pause',
      keys: ['Shift+F8'],
      when: () => !isTakenOver(state()),
      run: () => void (isPaused() ? state().proceed() : state().pause()),
    },
    {
      id: 'debug.step',
      title: 'Step agents once',
      icon: 'debug-step-over',
      keys: ['F10'],
      when: isPaused,
      run: () => void state().step(),
    },
    {
      id: 'debug.takeOver',
      title: 'Take over from agents',
      icon: 'person',
      when: () => canTakeOver(state()),
      run: () => void state().takeOver(),
    },
    {
      id: 'debug.handBack',
      title: 'Hand back to agents',
      icon: 'debug-continue',
      when: () => isTakenOver(state()),
      run: () => void state().handBack(),
    },
    {
      id: 'debug.breakpoints',
      title: 'Breakpoints of agents…',
      icon: 'debug-breakpoint',
      run: () => state().setDialog('breakpoints'),
    },
  ];
}
