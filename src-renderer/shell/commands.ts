import { shortTool } from '#contract/model/runs/call-words';
import type { Services } from '../bridge/services.ts';
import { isWorking } from '../features/agents/index.ts';
import { isReplaying } from '../features/recorder/index.ts';
import { selectedCall } from '../features/runs/index.ts';
import { partTexts } from '../features/settings/index.ts';
import type { Command } from '../ui/command.ts';
import { forgetLayouts } from '../ui/layout/split/layout-store.ts';
import type { Feature, Stores } from './features.tsx';
import { moveRegion } from './regions.ts';
import type { ShellStore } from './store.ts';
import { views } from './views/list.ts';

/** All user commands of the main window. */
export function allCommands(stores: Stores, features: readonly Feature[], services: Services): readonly Command[] {
  return [
    ...viewCommands(stores.shell),
    ...fileCommands(stores, services),
    ...features.flatMap(({ commands }) => commands),
    connectAgentCommand(stores),
    doctorCommand(stores),
    breakpointCommand(stores),
    ...shellCommands(stores.shell, services),
    escapeCommand(stores),
    stopCommand(stores),
  ];
}

/** The views in the order of the rail. */
function viewCommands(shell: ShellStore): Command[] {
  return views.map(({ id, title, icon }, index) => {
    return { id: `view.${id}`, title, icon, keys: [`Ctrl+${index + 1}`], run: () => shell.getState().show(id) };
  });
}

/** The opened file itself determines whether it is a recording or a run. */
function fileCommands({ shell, windows, inspector }: Stores, { client, report }: Services): Command[] {
  const choose = (kind: 'file' | 'folder') => void client['files.choose']({ kind }).catch(report);
  return [
    {
      id: 'file.open',
      title: 'Open recording or run…',
      icon: 'folder-opened',
      keys: ['Ctrl+O'],
      run: () => choose('file'),
    },
    {
      id: 'file.openRecent',
      title: 'Open recent…',
      icon: 'history',
      keys: ['Ctrl+Shift+T'],
      run: () => shell.getState().setPalette('recent'),
    },
    {
      id: 'file.openFolder',
      title: 'Open folder of a run…',
      icon: 'folder',
      keys: ['Ctrl+Shift+O'],
      run: () => choose('folder'),
    },
    {
      id: 'file.start',
      title: 'Show start page',
      icon: 'home',
      run() {
        windows.getState().select(null);
        // Also the remains of a closed window.
        void inspector.getState().open(null);
        shell.getState().show('inspect');
      },
    },
  ];
}

function shellCommands(shell: ShellStore, { client, report }: Services): Command[] {
  const state = () => shell.getState();
  return [
    {
      id: 'palette.open',
      title: 'Show all commands',
      icon: 'terminal',
      keys: ['Ctrl+Shift+P', 'Ctrl+K'],
      run: () => state().setPalette('all'),
    },
    {
      id: 'keys.show',
      title: 'Keyboard shortcuts',
      icon: 'keyboard',
      keys: ['Ctrl+Shift+K'],
      run: () => state().setKeys(true),
    },
    {
      id: 'region.next',
      title: 'Go to next part of the window',
      icon: 'arrow-right',
      keys: ['F6'],
      run: () => moveRegion(1),
    },
    {
      id: 'region.previous',
      title: 'Go to previous part of the window',
      icon: 'arrow-left',
      keys: ['Shift+F6'],
      run: () => moveRegion(-1),
    },
    {
      id: 'edit.selectAll',
      title: 'Select all text of this part',
      icon: 'symbol-string',
      keys: ['Ctrl+A'],
      run: selectAll,
    },
    { id: 'layout.reset', title: 'Reset layout', icon: 'layout', run: () => resetLayout(shell) },
    {
      id: 'engine.restart',
      title: 'Restart the engine',
      icon: 'debug-restart',
      run: () => void client['engine.restart']({}).catch(report),
    },
  ];
}

function resetLayout(shell: ShellStore): void {
  forgetLayouts(localStorage);
  shell.getState().resetLayout();
}

function connectAgentCommand({ shell, mcp }: Stores): Command {
  return {
    id: 'mcp.connect',
    title: 'Connect an agent',
    icon: 'plug',
    run() {
      mcp.getState().showTab('connect');
      shell.getState().show('mcp');
    },
  };
}

/** Shows what works on this machine, checked again. */
function doctorCommand({ shell, settings }: Stores): Command {
  return {
    id: 'doctor.run',
    title: 'Check this machine',
    icon: 'pulse',
    run() {
      const { search, diagnose } = settings.getState();
      search(partTexts.checks.title);
      shell.getState().show('settings');
      void diagnose();
    },
  };
}

/** Toggles a breakpoint for agents before the selected call's tool. */
function breakpointCommand({ runs, agents, shell }: Stores): Command {
  const tool = () => {
    const call = selectedCall(runs.getState());
    return call && shortTool(call.tool);
  };
  return {
    id: 'call.breakpoint',
    title: 'Break agents before this tool, or no longer',
    icon: 'debug-breakpoint',
    scope: 'runs',
    when: () => tool() !== null,
    run() {
      const name = tool();
      if (name === null) return;
      const { debug, setBreakpoints } = agents.getState();
      const others = debug.breakpoints.filter((one) => one.on !== 'tool' || one.name !== name);
      const isNew = others.length === debug.breakpoints.length;
      void setBreakpoints(isNew ? [...others, { on: 'tool', name }] : others);
      shell.getState().notify(isNew ? `Agents stop before ${name}.` : `Agents no longer stop before ${name}.`);
    },
  };
}

/** Escape ends the nearest mode: a pick, else the newest toast. Dialogs, menus and search boxes handle it themselves. */
function escapeCommand({ shell, inspector }: Stores): Command {
  const toast = () => shell.getState().toasts.at(-1);
  return {
    id: 'escape',
    title: 'Close the current panel',
    icon: 'close',
    keys: ['Escape'],
    when: () => inspector.getState().picking || toast() !== undefined,
    run() {
      const newest = toast();
      if (inspector.getState().picking) void inspector.getState().stopPick();
      else if (newest) shell.getState().dismiss(newest.id);
    },
  };
}

/** One button for whatever is running. */
function stopCommand({ inspector, recorder, agents }: Stores): Command {
  const recording = () => recorder.getState().recorded?.status === 'recording';
  const replaying = () => isReplaying(recorder.getState());
  const picking = () => inspector.getState().picking;
  return {
    id: 'stop',
    title: 'Stop picking, recording, replay and task',
    icon: 'debug-stop',
    keys: ['Shift+F5'],
    when: () => recording() || replaying() || picking() || isWorking(agents.getState()),
    run() {
      if (picking()) void inspector.getState().stopPick();
      if (replaying()) void recorder.getState().stopReplay();
      if (isWorking(agents.getState())) void agents.getState().stop();
      if (recording()) void recorder.getState().toggle();
    },
  };
}

/** Selects the text around the selection or the focus, as far as selectable; never the whole window. */
function selectAll(): void {
  const selection = getSelection();
  const start = selection?.anchorNode ?? document.activeElement;
  const element = start instanceof Element ? start : (start?.parentElement ?? null);
  const block = element && outermost(element);
  if (block) selection?.selectAllChildren(block);
  else selection?.removeAllRanges();
}

/** The largest selectable part around an element; null if the element is not selectable. */
function outermost(element: Element): Element | null {
  const isSelectable = (part: Element) => getComputedStyle(part).userSelect === 'text';
  let found: Element | null = null;
  for (let part: Element | null = element; part && isSelectable(part); part = part.parentElement) found = part;
  return found;
}
