import { lookForUpdate, type Update } from '../../../setup/updates/look-for-update.ts';
import { addressOfReleases } from '../../../setup/updates/releases-address.ts';
import type { Command } from '../../command.ts';
import { keptSettings } from '../../configured/kept-settings.ts';

export const update: Command = {
  name: 'update',
  summary: 'Check for a newer Deskscope, only on request; installs nothing.',
  usage: 'update [--from ADDRESS]',
  options: {
    from: {
      type: 'string',
      value: 'ADDRESS',
      help: 'Release server; default: `releases` in settings.json, else the package’s repository.',
    },
  },
  positionals: [0, 0],
  async run({ variables, repository, version, signal, streams }, args) {
    const kept = (await keptSettings(variables))?.releases ?? '';
    const address = addressOfReleases({ given: args.text('from'), kept, repository });
    streams.err.write(`Asking ${address}: it learns your network address, and that a Deskscope asks.\n`);
    const found = await lookForUpdate(address, version, signal);
    return { data: { ...found }, text: inWords(found) };
  },
};

function inWords({ current, latest, isNewer, page }: Update): string {
  if (!isNewer) return `This is ${current}; the newest release is ${latest}.`;
  return `Deskscope ${latest} is out; this is ${current}.${page === null ? '' : ` Read of it and get it: ${page}`}`;
}
