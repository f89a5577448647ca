import os from 'node:os';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { createLog } from '../../../base/log.ts';
import { parseUrl, isThisMachine } from '../../../base/parse-url.ts';
import { type Args, allowances, UsageError } from '../../args.ts';
import type { Command, Context, Outcome } from '../../command.ts';
import { allowedHere, allowOptions, launchOptions, mayStartHere } from '../../configured/configured-tools.ts';

const done: Outcome = { data: {}, text: '', silent: true };

export const device: Command = {
  name: 'device',
  summary: 'Register this desktop as a device with a UFO Galaxy server.',
  usage: 'device ws://HOST:PORT/ws [--name NAME] [--config FILE.yaml] [--allow observe|act|all] [--unencrypted]',
  options: {
    name: { type: 'string', value: 'NAME', help: 'Device name; default: the host name.' },
    unencrypted: {
      type: 'boolean',
      help: 'Allow unencrypted pictures to another machine; otherwise only wss:// is used.',
    },
    config: { type: 'string', value: 'FILE.yaml', help: 'Configuration of the agents’ tools (docs/computer.md).' },
    allow: { type: 'string', value: 'WHAT', help: 'What agents may do: observe (default), act or all.' },
    ...allowOptions,
    ...launchOptions,
  },
  positionals: [1, 1],
  async run(context, args) {
    const url = addressIn(args);
    const file = args.text('config');
    const read = file === undefined ? null : await configIn(file, context);
    const { runner } = await context.services({
      allow: args.choice('allow', allowances) ?? 'observe',
      config: file,
      settings: { ...read?.settings, ...allowedHere(args) },
    });
    const { variables, version, signal, streams } = context;
    const log = createLog('device', (line) => streams.err.write(line));
    const { openComputers } = await import('../../../computer/open-computers.ts');
    const { serveAsDevice } = await import('../../../agents/aip/device.ts');
    const computers = await openComputers({
      ...(file !== undefined && { file }),
      variables,
      runner,
      version,
      log,
      signal,
      mayStart: mayStartHere(args, context),
    });
    try {
      return await serveAsDevice({
        url,
        name: args.text('name') ?? os.hostname(),
        token: variables['DESKSCOPE_DEVICE_TOKEN'],
        computers,
        signal,
        notice: (text) => void streams.err.write(`${text}\n`),
      });
    } catch (error) {
      if (signal.aborted) return done;
      throw error;
    } finally {
      // First of all: releases held keys and buttons.
      runner.haltAll();
      await computers.close();
    }
  },
};

async function configIn(file: string, { variables }: Context) {
  const { loadConfig } = await import('../../../computer/config/load-config.ts');
  return loadConfig(file, variables);
}

/**
 * @throws UsageError for an invalid address; AppError `permission_denied` for one that would send pictures unencrypted
 */
function addressIn(args: Args): URL {
  const given = args.at(0);
  const url = parseUrl(given);
  if (!url || (url.protocol !== 'ws:' && url.protocol !== 'wss:')) {
    throw new UsageError(`A UFO server’s address looks like ws://127.0.0.1:5000/ws, not ${quoted(given)}.`);
  }
  if (url.searchParams.has('token') || url.username !== '' || url.password !== '') {
    throw new UsageError('Others can see addresses on the command line. Pass the key in DESKSCOPE_DEVICE_TOKEN.');
  }
  if (url.protocol === 'ws:' && !isThisMachine(url.hostname) && !args.flag('unencrypted')) {
    throw new AppError('permission_denied', `Pictures of this desktop would be sent unencrypted to ${url.hostname}.`, {
      hint: 'Use wss://, a tunnel to this machine, or --unencrypted in a network that you trust.',
    });
  }
  return url;
}
