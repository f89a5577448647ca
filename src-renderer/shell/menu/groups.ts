import type { Command } from '../../ui/command.ts';

/** The menus, and the first parts of the ids of the commands in each. What is in no other is in the last. */
const menus = [
  { title: 'File', of: ['file', 'recording', 'export', 'runs'] },
  {
    title: 'Inspect',
    of: ['pick', 'tree', 'element', 'picture', 'inspect', 'events', 'snapshot', 'window', 'windows'],
  },
  { title: 'Record', of: ['record', 'replay', 'script', 'step', 'group', 'insert'] },
  { title: 'Agents', of: ['task', 'debug', 'mcp', 'halt', 'stop', 'call'] },
  { title: 'View', of: ['view', 'region', 'layout', 'theme', 'outline'] },
  { title: 'Help', of: [] },
] as const satisfies readonly { readonly title: string; readonly of: readonly string[] }[];

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** Keys that mean the usual thing, and need no menu. */
const plain = new Set(['escape', 'edit.selectAll']);

/** All commands, by menu. */
export function menuGroups(commands: readonly Command[]): readonly CommandGroup[] {
  const known: readonly string[] = menus.flatMap(({ of }) => [...of]);
  const part = ({ id }: Command) => id.split('.')[0] ?? '';
  return menus.map(({ title, of }, index) => {
    const isLast = index === menus.length - 1;
    const isIn = (command: Command) =>
      isLast ? !known.includes(part(command)) : (of as readonly string[]).includes(part(command));
    return { title, commands: commands.filter((command) => !plain.has(command.id) && isIn(command)) };
  });
}
