import type { ReactNode, RefObject } from 'react';
import type { Command } from '../../../ui/command.ts';
import { CommandMenu } from '../../../ui/menu/command-menu.tsx';
import { useRecorder, useRecorderApi } from '../context.ts';

interface GapMenuProps {
  readonly commands: readonly Command[];
  /** Holds the rows. */
  readonly panel: RefObject<HTMLElement | null>;
}

/** What can be put between two rows, opened there. */
export function GapMenu({ commands, panel }: GapMenuProps): ReactNode {
  const gap = useRecorder((state) => state.gap);
  const { openGap, insertAt } = useRecorderApi().getState();
  if (gap === null) return null;
  const row = panel.current?.querySelector(`[role="option"][data-id="${CSS.escape(gap.id)}"]`)?.getBoundingClientRect();
  const at = { x: (row?.left ?? 0) + 32, y: (gap.after ? row?.bottom : row?.top) ?? 0 };
  const items = commands.map((command): Command => ({
    ...command,
    run() {
      insertAt(gap);
      command.run();
    },
  }));
  return <CommandMenu label="Insert a step here" at={at} commands={items} onClose={() => openGap(null)} />;
}
