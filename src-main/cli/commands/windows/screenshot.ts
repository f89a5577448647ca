import { extname } from 'node:path';
import { formatRect } from '#contract/model/geometry';
import { pictureFormat, type MarkList, type PictureOptions } from '#contract/model/picture';
import { type Args, UsageError } from '../../args.ts';
import type { Command, Context } from '../../command.ts';
import { writeResult } from '../../files.ts';
import { table } from '../../output/output.ts';
import { targetOf, targetOptions } from '../../targets/targets.ts';

export const screenshot: Command = {
  name: 'screenshot',
  summary: 'Save a picture of the screen, a monitor, a window or a region.',
  usage: 'screenshot [--window WINDOW | --monitor N | --region X,Y,W,H | --element ELEMENT] [--annotate] -o FILE.png',
  options: {
    ...targetOptions,
    annotate: { type: 'boolean', help: 'Number and list the usable elements. Needs --window.' },
    'max-width': { type: 'string', value: 'N', help: 'Maximum width in pixels.' },
    cursor: { type: 'boolean', help: 'Draw the mouse pointer.' },
    output: { type: 'string', short: 'o', value: 'FILE.png', help: 'Where to save it: .png, .jpg or .webp.' },
  },
  positionals: [0, 0],
  async run(context, args) {
    const output = args.required('output', '-o FILE.png');
    if (args.flag('annotate') && !args.text('window')) throw new UsageError('--annotate needs --window.');
    const options = optionsOf(args, output);
    const target = await targetOf(context, args);
    const engine = context.engine();
    const { signal } = context;
    const listed = target.kind === 'window' && args.flag('annotate') ? await engine.marks(target, { signal }) : null;
    const { bytes, bounds, scale, note } = await engine.capture(
      { target, options, marks: listed?.marks ?? [] },
      { signal },
    );
    await writeResult(output, bytes);
    const saved = `Saved ${output} (${formatRect(bounds)}).${note && ` ${note}`}`;
    return {
      data: { file: output, bounds, scale, note, ...listed },
      text: listed ? `${saved}\n${describeMarks(context, listed)}` : saved,
    };
  },
};

/** The format follows the file's extension, PNG by default. */
function optionsOf(args: Args, output: string): PictureOptions {
  const ending = extname(output).slice(1).toLowerCase() || 'png';
  const format = pictureFormat.safeParse(ending === 'jpg' ? 'jpeg' : ending);
  if (!format.success) throw new UsageError(`-o must end in .png, .jpg or .webp, not .${ending}.`);
  const maxWidth = args.number('max-width', [1, 32_767]);
  return { format: format.data, cursor: args.flag('cursor'), ...(maxWidth !== undefined && { maxWidth }) };
}

function describeMarks({ paint }: Context, { marks, total, truncated }: MarkList): string {
  const rows = marks.map((mark) => [String(mark.label), mark.controlType, mark.name, mark.id]);
  const list = table(['MARK', 'TYPE', 'NAME', 'ELEMENT'], rows, paint);
  return truncated ? `${list}\nThese are ${marks.length} of ${total} or more.` : list;
}
