import { existsSync } from 'node:fs';
import { oneLine } from '#contract/foreign-text';
import { AppError, toWire } from '#contract/errors';
import type { Check } from '#contract/model/engine';
import { checkDesktops } from '../../../desktops/check.ts';
import type { Command, Context } from '../../command.ts';
import { type Paint } from '../../output/output.ts';

export const doctor: Command = {
  name: 'doctor',
  summary: 'Check this machine: what works, what does not, and how to fix it.',
  usage: 'doctor [--report FILE]',
  options: {
    report: {
      type: 'string',
      value: 'FILE',
      help: 'Also measure how long reading each open window takes, and save it without titles, texts or pictures.',
    },
  },
  positionals: [0, 0],
  async run(context, args) {
    const file = args.text('report');
    const checks = [nodeCheck(), buildCheck(context.engineEntry), ...(await engineChecks(context)), ...checkDesktops()];
    const failed = checks.filter(({ status }) => status === 'failed');
    const message = `${failed.length} of ${checks.length} checks failed: ${failed.map(({ name }) => name).join(', ')}.`;
    const error = failed.length > 0 && new AppError('unsupported_platform', message, { hint: failed[0]?.fix ?? '' });
    const lines = checks.map((check) => checkText(check, context.paint));
    const report = file === undefined ? null : await saveReport(context, file, checks);
    if (report) lines.push(...report.lines);
    const data = { checks, ...(report && { file, windows: report.windows }) };
    return { data, text: lines.join('\n'), ...(error && { error: toWire(error) }) };
  },
};

/** For people to send us by hand: nothing leaves the machine automatically. */
async function saveReport({ engine, signal, version, streams }: Context, file: string, checks: readonly Check[]) {
  const [{ measureDesktop, figuresText }, { writeResult }] = await Promise.all([
    import('../../output/desktop-report.ts'),
    import('../../files.ts'),
  ]);
  streams.err.write('Reading the open windows. Nothing is done to them; Ctrl+C ends it.\n');
  // Its check reports why there is no engine.
  const windows = await measureDesktop(engine(), signal).catch((failure: unknown) => {
    if (signal.aborted) throw failure;
    return [];
  });
  // Details of checks may name windows.
  const results = checks.map(({ name, status }) => ({ name, status }));
  await writeResult(
    file,
    `${JSON.stringify({ version, platform: process.platform, checks: results, windows }, null, 2)}\n`,
  );
  return { windows, lines: [...windows.map(figuresText), `Saved ${file}.`] };
}

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

/** The engine's report about itself, or why it does not start. */
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
