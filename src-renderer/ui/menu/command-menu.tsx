import type { ReactNode } from 'react';
import { canRun, type Command } from '../command.ts';
import { Menu, type MenuItem } from './menu.tsx';

interface CommandMenuProps {
  readonly label: string;
  readonly at: { readonly x: number; readonly y: number };
  readonly commands: readonly Command[];
  readonly onClose: () => void;
}

/** What ends or deletes something, below a line. */
const apart = new Set(['window.close', 'step.remove', 'runs.remove']);

/** The context menu of a thing: the commands that are about it, as they can run now. */
export function CommandMenu({ label, at, commands, onClose }: CommandMenuProps): ReactNode {
  return <Menu label={label} at={at} items={commands.map(commandItem)} onClose={onClose} />;
}

export function commandItem(command: Command): MenuItem {
  const { id, title, icon, keys } = command;
  // The focus goes back first: a command may be about what had it.
  const run = () => void setTimeout(() => command.run());
  return { id, title, icon, keys, apart: apart.has(id), disabled: !canRun(command), run };
}
