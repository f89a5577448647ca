import type { Command } from '../../ui/command.ts';
import { canDoAgain } from './again/again-actions.ts';
import { currentRun, selectedCall, type RunsStore } from './state.ts';

/** Scope of keys for the selected run. */
export const runsScope = 'runs-list';

/** In addition to our own zip. */
const formats = [
  { format: 'html', title: 'Export run as a page…', icon: 'browser' },
  { format: 'atif', title: 'Export run as ATIF…', icon: 'export' },
  { format: 'otlp', title: 'Export run for OpenTelemetry…', icon: 'export' },
  { format: 'playwright', title: 'Export run for Playwright’s trace viewer…', icon: 'export' },
] as const;

export function runsCommands(store: RunsStore): readonly Command[] {
  return [...runCommands(store), ...callCommands(store)];
}

function runCommands(store: RunsStore): Command[] {
  const state = () => store.getState();
  const scope = 'runs';
  const chosen = () => currentRun(state());
  return [
    {
      id: 'runs.export',
      title: 'Export run as zip…',
      icon: 'save-as',
      keys: ['Ctrl+S'],
      scope,
      when: () => state().calls.length > 0,
      run: () => void state().exportAs('zip'),
    },
    ...formats.map(({ format, title, icon }): Command => ({
      id: `runs.export.${format}`,
      title,
      icon,
      scope,
      when: () => state().calls.length > 0,
      run: () => void state().exportAs(format),
    })),
    {
      id: 'runs.export.video',
      title: 'Export run as a video…',
      icon: 'device-camera-video',
      scope,
      when: () => state().calls.length > 0 && state().video === null,
      run: () => void state().exportVideo(),
    },
    {
      id: 'runs.compare',
      title: 'Compare with another run…',
      icon: 'git-compare',
      keys: ['Ctrl+D'],
      scope,
      when: () => state().calls.length > 0,
      run: () => state().askCompare(true),
    },
    {
      id: 'runs.endCompare',
      title: 'End the comparison',
      icon: 'close',
      keys: ['Escape'],
      scope,
      when: () => state().comparing !== null,
      run: () => state().endCompare(),
    },
    {
      id: 'runs.asRecording',
      title: 'Open run as a recording',
      icon: 'record-keys',
      scope,
      when: () => state().calls.length > 0,
      run: () => void state().openAsRecording(),
    },
    {
      id: 'runs.reveal',
      title: 'Show run in its folder',
      icon: 'go-to-file',
      scope,
      when: () => state().calls.length > 0,
      run: () => void state().reveal(),
    },
    {
      id: 'runs.remove',
      title: 'Delete run…',
      icon: 'trash',
      keys: ['Delete'],
      scope: runsScope,
      when: () => chosen() !== null && chosen()?.live === false,
      run: () => state().askRemove(chosen()),
    },
  ];
}

function callCommands(store: RunsStore): Command[] {
  const state = () => store.getState();
  // The previous call's details stay until the next ones are read.
  const chosen = () => (state().details?.call === state().selected ? state().details : null);
  return [
    {
      id: 'call.copy',
      title: 'Copy tool call',
      icon: 'copy',
      scope: 'runs',
      when: () => chosen() !== null,
      run() {
        const call = chosen();
        const name = selectedCall(state())?.tool;
        if (call && name) void state().copy(JSON.stringify({ name, arguments: call.parameters }, null, 2));
      },
    },
    {
      id: 'call.copyAnswer',
      title: 'Copy answer of tool call',
      icon: 'copy',
      scope: 'runs',
      when: () => (chosen()?.text ?? '') !== '',
      run: () => void state().copy(chosen()?.text ?? ''),
    },
    {
      id: 'step.again',
      title: 'Rerun from this step with a change…',
      icon: 'debug-rerun',
      scope: 'runs',
      when: () => canDoAgain(state()),
      run: () => void state().askAgain(),
    },
    {
      id: 'call.rerun',
      title: 'Run the call again…',
      icon: 'debug-rerun',
      keys: ['Ctrl+Enter'],
      scope: 'runs',
      when: () => selectedCall(state()) !== null && state().details !== null,
      run() {
        const { draft, details, edit, rerun } = state();
        if (draft) void rerun();
        else if (details) edit(JSON.stringify(details.parameters, null, 2));
      },
    },
  ];
}
