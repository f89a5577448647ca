import type { ReactNode } from 'react';
import type { Point } from '#contract/model/geometry';
import type { Command } from '../../../ui/command.ts';
import { CommandMenu } from '../../../ui/menu/menu.tsx';
import { useInspector } from '../context.ts';

interface ElementMenuProps {
  /** In CSS pixels of the page. */
  readonly at: Point;
  readonly commands: readonly Command[];
  readonly onClose: () => void;
}

/** Commands for the selected element; more once its details and selectors are read. */
export function ElementMenu({ at, commands, onClose }: ElementMenuProps): ReactNode {
  useInspector((state) => state.details);
  useInspector((state) => state.selectors);
  return <CommandMenu label="Element" at={at} commands={commands} onClose={onClose} />;
}
