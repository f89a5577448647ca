import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { withMetaTools } from '../../../computer/meta-tools.ts';
import { infoOf } from '../../../computer/tool-call.ts';
import { keyed, oneOfEach } from '../../../tools/find-tool.ts';
import { allTools } from '../../../tools/registry.ts';
import { widestEffect, type Tool, type ToolResult } from '../../../tools/define-tool.ts';
import type { Command, Context, Outcome } from '../../command.ts';
import { allowOptions, allowedHere, configOptions, withConfiguredTools } from '../../configured/configured-tools.ts';
import { writeResult } from '../../files.ts';
import { table } from '../../output/output.ts';
import { expectOk, runTool } from '../../targets/targets.ts';
import { UsageError } from '../../args.ts';

export const call: Command = {
  name: 'call',
  summary: 'Call one tool.',
  usage: `call TOOL_KEY JSON [-o FILE.png] [--config FILE.yaml [--agent NAME [--root APP]]]`,
  options: {
    output: { type: 'string', short: 'o', value: 'FILE.png', help: 'Save the picture of the result here.' },
    ...allowOptions,
    ...configOptions,
  },
  positionals: [1, 2],
  async run(context, args) {
    const parameters = parseJson(args.at(1) || '{}');
    const outcome = await withConfiguredTools(context, args, (tools, settings) =>
      runTool(
        context,
        args.at(0),
        parameters,
        { settings: { ...settings, ...allowedHere(args) } },
        oneOfEach(args.at(0), tools ?? ourTools()),
      ),
    );
    const { result, elapsedMs, resolution } = expectOk(outcome);
    const file = args.text('output');
    if (file !== undefined) await savePicture(file, result);
    const { text, data, note } = result;
    const image = result.image && file === undefined && pictureUrl(result.image.bytes);
    return {
      data: {
        text,
        elapsedMs,
        ...(data !== undefined && { data }),
        ...(note && { note }),
        ...(resolution && { resolution }),
        ...(file ? { file } : image && { image }),
      },
      text: [text, note].filter(Boolean).join('\n'),
    };
  },
};

export const tools: Command = {
  name: 'tools',
  summary: 'List the tools; with --json, every one with its schema.',
  usage: 'tools [--namespace S] [--config FILE.yaml [--agent NAME [--root APP]]]',
  options: {
    namespace: {
      type: 'string',
      value: 'S',
      help: 'Only this namespace: UICollector, HostUIExecutor, AppUIExecutor, …',
    },
    ...configOptions,
  },
  positionals: [0, 0],
  run: (context, args) =>
    withConfiguredTools(context, args, (configured) =>
      Promise.resolve(listOf(configured ?? ourTools(), args.text('namespace'), context)),
    ),
};

/** The tools without a configuration. */
function ourTools(): readonly Tool[] {
  return withMetaTools(allTools);
}

function listOf(all: readonly Tool[], namespace: string | undefined, { paint }: Context): Outcome {
  const found = [...keyed(all)].filter(([, tool]) => namespace === undefined || tool.namespace === namespace);
  if (found.length === 0) {
    const names = [...new Set(all.map((tool) => tool.namespace))].join(', ');
    throw new AppError('not_found', `There is no namespace ${quoted(namespace ?? '')}.`, {
      hint: `There are ${names}.`,
    });
  }
  const rows = found.map(([key, tool]) => [key, tool.namespace, widestEffect(tool), firstSentence(tool)]);
  const text = table(['TOOL', 'NAMESPACE', 'EFFECT', 'WHAT IT DOES'], rows, paint);
  const infos = found.map(([key, tool]) => ({ ...infoOf(tool), tool_key: key, effect: widestEffect(tool) }));
  return { data: { tools: infos }, text };
}

function firstSentence({ description }: Tool): string {
  return /^.*?\.(?= |$)/s.exec(description)?.[0] ?? description;
}

/** Its shells know no single quotes, or take the double ones out. */
const quotingOnWindows = ' Write "{\\"key\\": 1}" in cmd, \'{\\"key\\": 1}\' in Windows PowerShell.';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`The arguments are not JSON: ${why}.${process.platform === 'win32' ? quotingOnWindows : ''}`);
  }
}

async function savePicture(file: string, { image }: ToolResult): Promise<void> {
  if (!image) throw new AppError('invalid_parameter', 'This tool returns no picture. Omit -o.');
  await writeResult(file, image.bytes);
}

function pictureUrl(png: Uint8Array): string {
  return `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
}
