import type { Command } from '../../../ui/command.ts';
import { chosenSteps, entersText, isPaused, isRecording, isReplaying, stepsOf } from '../derived.ts';
import { recordScope, stepsScope } from '../steps/rows.ts';
import type { RecorderStore } from '../store.ts';

/** Keys as in common debuggers: F5 continues, F9 toggles a breakpoint, F10 runs one step. */
export function replayCommands(store: RecorderStore): readonly Command[] {
  return [...controlCommands(store), ...commandsOfStep(store)];
}

function controlCommands(store: RecorderStore): Command[] {
  const state = () => store.getState();
  return [
    {
      id: 'replay.start',
      title: 'Replay or resume',
      icon: 'play',
      keys: ['Ctrl+Enter', 'F5'],
      when: () => canGoOn(store),
      run: () => void state().startReplay(),
    },
    {
      id: 'replay.inputs',
      title: 'Replay with other texts…',
      icon: 'symbol-parameter',
      keys: ['Shift+F5'],
      scope: recordScope,
      when: () => canGoOn(store) && !isPaused(state()) && entersText(state()),
      run: () => void state().askInputs(),
    },
    {
      id: 'replay.pause',
      title: 'Pause the replay before its next step',
      icon: 'debug-pause',
      keys: ['F8'],
      when: () => state().replay.status === 'running',
      run: () => void state().pauseReplay(),
    },
    {
      id: 'replay.step',
      title: 'Replay one step',
      icon: 'debug-step-over',
      keys: ['F10'],
      scope: recordScope,
      when: () => canGoOn(store),
      run: () => void state().stepReplay(),
    },
    {
      id: 'replay.stop',
      title: 'Stop the replay',
      icon: 'debug-stop',
      when: () => isReplaying(state()),
      run: () => void state().stopReplay(),
    },
  ];
}

function commandsOfStep(store: RecorderStore): Command[] {
  const state = () => store.getState();
  /** For a group, its first step. */
  const chosen = () => chosenSteps(state())[0] ?? null;
  const withChosen = (run: (step: string) => Promise<void>) => () => {
    const step = chosen();
    if (step) void run(step.id);
  };
  const canStart = () => chosen() !== null && canGoOn(store) && !isPaused(state());
  const scope = stepsScope;
  return [
    {
      id: 'step.breakpoint',
      title: 'Pause replays here',
      icon: 'debug-breakpoint',
      keys: ['F9'],
      scope,
      when: () => chosen() !== null,
      run: withChosen((step) => state().toggleBreakpoint(step)),
    },
    {
      id: 'replay.until',
      title: 'Replay up to here',
      icon: 'run-above',
      keys: ['Ctrl+F10'],
      scope,
      when: () => chosen() !== null && chosen()?.id !== state().replay.next && canGoOn(store),
      run: withChosen((until) => state().startReplay({ until })),
    },
    {
      id: 'replay.from',
      title: 'Replay from here',
      icon: 'run-below',
      keys: ['Ctrl+F5'],
      scope,
      when: canStart,
      run: withChosen((from) => state().startReplay({ from })),
    },
    {
      id: 'replay.only',
      title: 'Replay selected steps',
      icon: 'debug-line-by-line',
      keys: ['Shift+Enter'],
      scope,
      when: canStart,
      run: () => void state().startReplay({ steps: chosenSteps(state()).map(({ id }) => id) }),
    },
  ];
}

function canGoOn(store: RecorderStore): boolean {
  const state = store.getState();
  if (isPaused(state)) return true;
  return stepsOf(state).length > 0 && !isReplaying(state) && !isRecording(state);
}
