import { existsSync } from 'node:fs';
import { oneLine } from '#contract/foreign-text';
import { AppError, toWire } from '#contract/errors';
import type { Check } from '#contract/model/engine';
import type { Command, Context } from '../command.ts';
import { type Paint } from '../output.ts';

export const doctor: Command = {
  name: 'doctor',
  summary: 'Say what works here, what does not, why, and what to do.',
  usage: 'doctor',
  options: {},
  positionals: [0, 0],
  async run(context) {
    const checks = [nodeCheck(), buildCheck(context.engineEntry), ...(await engineChecks(context))];
    const failed = checks.filter(({ status }) => status === 'failed');
    const message = `${failed.length} of ${checks.length} checks failed: ${failed.map(({ name }) => name).join(', ')}.`;
    const error = failed.length > 0 && new AppError('unsupported_platform', message, { hint: failed[0]?.fix ?? '' });
    const text = checks.map((check) => checkText(check, context.paint)).join('\n');
    return { data: { checks }, text, ...(error && { error: toWire(error) }) };
  },
};

function nodeCheck(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const ok = major > 18 || (major === 18 && minor >= 15);
  const detail = `Node.js ${process.versions.node} on ${process.platform} ${process.arch}.`;
  return { name: 'Node.js', status: ok ? 'ok' : 'failed', detail, fix: ok ? '' : 'Install Node.js 18.15 or newer.' };
}

function buildCheck(entry: string): Check {
  const ok = existsSync(entry);
  const detail = ok ? entry : `${entry} is missing.`;
  return { name: 'Built engine', status: ok ? 'ok' : 'failed', detail, fix: ok ? '' : 'Run `npm run build`.' };
}

/** What the engine says of itself; where it does not even start, why. */
async function engineChecks({ engine, signal }: Context): Promise<readonly Check[]> {
  try {
    return await engine().diagnose({}, { signal });
  } catch (error) {
    if (signal.aborted) throw error;
    const { message, hint } = toWire(error);
    return [{ name: 'Engine', status: 'failed', detail: message, fix: hint }];
  }
}

function checkText({ name, status, detail, fix }: Check, paint: Paint): string {
  const signs = { ok: paint('green', 'ok     '), warning: paint('yellow', 'warning'), failed: paint('red', 'failed ') };
  const line = `${signs[status]}  ${paint('bold', name)}: ${oneLine(detail)}`;
  return fix ? `${line}\n         ${oneLine(fix)}` : line;
}
