import { formatRect } from '#contract/model/geometry';
import type { OcrResult, OcrStatus } from '#contract/model/ocr';
import type { Command, Context, Outcome } from '../../command.ts';
import { table } from '../../output/output.ts';
import { targetOf, targetOptions } from '../../targets/targets.ts';

export const ocr: Command = {
  name: 'ocr',
  summary: 'Read text from pixels, with the position of each word.',
  usage: 'ocr [--window WINDOW | --monitor N | --region X,Y,W,H | --element ELEMENT] [--language L] [--words]',
  options: {
    ...targetOptions,
    language: {
      type: 'string',
      value: 'L',
      help: 'Language such as en-US or eng; default: yours if installed, else English.',
    },
    words: { type: 'boolean', help: 'List every word with confidence and position.' },
    status: { type: 'boolean', help: 'List the installed languages, and how to add one.' },
  },
  positionals: [0, 0],
  async run(context, args) {
    const engine = context.engine();
    if (args.flag('status')) return describeStatus(context, await engine.ocrStatus({}, { signal: context.signal }));
    const target = await targetOf(context, args);
    const language = args.text('language');
    const result = await engine.ocr(
      { target, ...(language !== undefined && { language }) },
      { signal: context.signal },
    );
    const text = args.flag('words') ? listWords(context, result) : result.text;
    return { data: { ...result }, text: result.note ? `${text}\n${result.note}` : text };
  },
};

function listWords({ paint }: Context, { lines }: OcrResult): string {
  const rows = lines.flatMap(({ words }) =>
    words.map(({ text, confidence, bounds }) => [
      text,
      confidence === null ? '' : `${confidence} %`,
      formatRect(bounds),
    ]),
  );
  return table(['WORD', 'SURE', 'BOUNDS'], rows, paint);
}

function describeStatus({ paint }: Context, status: OcrStatus): Outcome {
  const rows = status.languages.map(({ name, file }) => [name, file]);
  const state = status.ready ? 'ready' : status.detail;
  const list = table(['LANGUAGE', 'FILE'], rows, paint);
  return { data: { ...status }, text: `${status.engine} ${status.version}: ${state}\n${list}\n${status.howToAdd}` };
}
