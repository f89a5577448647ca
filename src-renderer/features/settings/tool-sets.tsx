import type { ReactNode } from 'react';
import { toolSet, type ToolSet } from '#contract/model/settings';
import { Switch } from '../../ui/field/switch.tsx';
import { Setting } from './setting.tsx';

const texts: Readonly<Record<ToolSet, { readonly title: string; readonly text: string }>> = {
  core: {
    title: 'Show the core tools',
    text: 'Seventeen tools in one vocabulary for most tasks, with a quarter of the tokens of the other sets.',
  },
  ufo: {
    title: 'Show UFO’s tools',
    text: 'UICollector, HostUIExecutor, AppUIExecutor and CommandLineExecutor, under their own names.',
  },
  windows: { title: 'Show window tools', text: 'List, focus, move, arrange, start and close windows and apps.' },
  elements: { title: 'Show element tools', text: 'Find, click, type, select, read: one small tool for each.' },
  skills: { title: 'Show skill tools', text: 'Ask you to show a task, and do again what you showed.' },
  ui_automation: { title: 'Show ui_automation', text: 'The same in a single tool with an action argument.' },
};

interface ToolSetsProps {
  readonly shown: readonly ToolSet[];
  readonly onChange: (shown: ToolSet[]) => void;
}

/** Which tools agents are shown; the last one stays on, because a server without tools helps no one. */
export function ToolSets({ shown, onChange }: ToolSetsProps): ReactNode {
  const flip = (set: ToolSet, on: boolean) => {
    const wanted = toolSet.options.filter((one) => (one === set ? on : shown.includes(one)));
    if (wanted.length > 0) onChange(wanted);
  };
  return toolSet.options.map((set) => (
    <Setting key={set} {...texts[set]}>
      <Switch label={texts[set].title} checked={shown.includes(set)} onChange={(on) => flip(set, on)} />
    </Setting>
  ));
}
