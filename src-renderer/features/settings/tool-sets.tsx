import type { ReactNode } from 'react';
import { toolSet, type ToolSet } from '#contract/model/settings';
import { Switch } from '../../ui/field/switch.tsx';
import { Setting } from './setting.tsx';
import { toolSetTexts } from './texts.ts';

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
    <Setting key={set} {...toolSetTexts[set]}>
      <Switch label={toolSetTexts[set].title} checked={shown.includes(set)} onChange={(on) => flip(set, on)} />
    </Setting>
  ));
}
