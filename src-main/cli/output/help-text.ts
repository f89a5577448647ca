import { globalOptions, type Options } from '../args.ts';
import type { Command } from '../command.ts';
import type { Paint } from './output.ts';

export function usageLine({ usage }: Command): string {
  return `Usage: deskscope ${usage}`;
}

export function overview(commands: readonly Command[], paint: Paint): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    'Inspect desktop UI trees, record automation flows, and debug AI agents on the live desktop.',
    '',
    paint('bold', 'Usage: deskscope COMMAND [OPTIONS]'),
    '',
    ...commands.map(({ name, summary }) => `  ${paint('cyan', name.padEnd(width))}  ${summary}`),
    '',
    paint('bold', 'Options of every command'),
    ...optionLines(globalOptions),
    '',
    'WINDOW is a handle (0x… or decimal), title, program, class or pid, or text found in exactly one title;',
    'ELEMENT is an element id of an earlier answer.',
    'Exit codes: 0 done, 1 the operation failed, 2 wrong usage; `check` also has 3 and 4.',
  ].join('\n');
}

export function commandHelp(command: Command, paint: Paint): string {
  const options = optionLines(command.options);
  return [
    command.summary,
    '',
    paint('bold', usageLine(command)),
    ...(options.length > 0 ? ['', ...options] : []),
    '',
    'Options of every command: `deskscope help`.',
  ].join('\n');
}

function optionLines(options: Options): string[] {
  const named = Object.entries(options).map(([name, { short, value, help }]) => {
    return [`  ${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`, help] as const;
  });
  const width = Math.max(0, ...named.map(([left]) => left.length));
  return named.map(([left, help]) => `${left.padEnd(width)}  ${help}`);
}
