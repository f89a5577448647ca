import { useState, type ReactNode } from 'react';
import { IconButton } from '../../../ui/button/button.tsx';
import type { Command } from '../../../ui/command.ts';
import { CommandMenu } from '../../../ui/menu/command-menu.tsx';

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
      {at && <CommandMenu label="Insert a step" at={at} commands={commands} onClose={() => setAt(null)} />}
    </>
  );
}
