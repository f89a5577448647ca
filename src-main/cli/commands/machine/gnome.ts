import { createInterface } from 'node:readline/promises';
import { AppError } from '#contract/errors';
import {
  extensionState,
  installExtension,
  removeExtension,
  type ExtensionState,
} from '../../../setup/gnome-extension/install.ts';
import { type Args, UsageError } from '../../args.ts';
import { agrees } from '../../terminal/ask.ts';
import type { Command, Context, Outcome } from '../../command.ts';

export const gnome: Command = {
  name: 'gnome',
  summary: 'Show, install or remove Deskscope’s GNOME extension.',
  usage: 'gnome [status | install [--yes] | remove]',
  options: { yes: { type: 'boolean', help: 'Install without a prompt.' } },
  positionals: [0, 1],
  async run(context, args) {
    switch (args.at(0) || 'status') {
      case 'status':
        return toOutcome(await extensionState(context.variables));
      case 'install':
        await mustAgree(context, args);
        return toOutcome(await installExtension(context.variables), afterwards);
      case 'remove':
        return toOutcome(await removeExtension(context.variables));
      default:
        throw new UsageError('gnome takes status, install or remove.');
    }
  },
};

const afterwards = 'Log out and in again; only then does GNOME load new or changed extensions.';

/** @throws AppError `cancelled` for a no, UsageError if nobody can be asked */
async function mustAgree({ variables, signal }: Context, args: Args): Promise<void> {
  if (args.flag('yes')) return;
  if (!process.stdin.isTTY)
    throw new UsageError('There is no terminal to prompt on. Pass --yes to install the extension.');
  const { folder } = await extensionState(variables);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const agreed = await agrees(lines, `${consequences(folder)} Install it?`, signal).finally(() => lines.close());
  if (!agreed) throw new AppError('cancelled', 'Nothing was installed.');
}

function consequences(folder: string): string {
  return (
    `An extension in ${folder} lets Deskscope list and move windows, press keys and buttons, take pictures, use the ` +
    'clipboard and, while it records, hear what you press in your GNOME sessions. It answers programs of yours that read a secret in your runtime folder, no others. ' +
    '`deskscope gnome remove` takes it away.\n'
  );
}

function toOutcome(state: ExtensionState, next = ''): Outcome {
  const { shell, folder, installed, enabled, running } = state;
  const lines = [
    shell === null ? 'gnome-shell is not installed.' : `GNOME Shell ${shell}`,
    installed ? `Installed in ${folder}` : `Not installed (${folder})`,
    enabled ? 'Enabled in GNOME' : 'Not enabled in GNOME',
    running ? 'Running in this session' : 'Not running in this session',
    ...(next === '' ? [] : [next]),
  ];
  return { data: { extension: state, ...(next !== '' && { next }) }, text: lines.join('\n') };
}
