import { useState, type ReactNode } from 'react';
import { IconButton } from '../../../ui/button/button.tsx';
import { canRun, type Command } from '../../../ui/command.ts';
import { Menu, type MenuItem } from '../../../ui/menu/menu.tsx';

/** Opens the menu of what can be put behind the chosen step. */
export function InsertButton({ commands }: { readonly commands: readonly Command[] }): ReactNode {
  const [at, setAt] = useState<{ readonly x: number; readonly y: number } | null>(null);
  return (
    <>
      <IconButton
        icon="add"
        label="Insert a step after the selected one"
        aria-haspopup="menu"
        data-testid="insert-step"
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          setAt({ x: left, y: bottom });
        }}
      />
      {at && <Menu label="Insert a step" at={at} items={commands.map(menuItem)} onClose={() => setAt(null)} />}
    </>
  );
}

export function menuItem(command: Command): MenuItem {
  const { id, title, icon } = command;
  return { id, title, icon, disabled: !canRun(command), apart: id === 'step.remove', run: () => command.run() };
}
