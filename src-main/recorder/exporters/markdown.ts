import type { Recording, Step } from '#contract/model/recordings/recording';
import { describeElement } from '#contract/model/elements/element';
import { fileName, markdownText, stepInProse } from './prose.ts';
import { defineExporter } from './exporter.ts';

/** The steps as prose, for a ticket or a manual. */
export const markdown = defineExporter({
  id: 'markdown',
  label: 'Markdown',
  group: 'For people and agents',
  language: 'markdown',
  extension: 'md',
  header: (recording) => `# ${markdownText(recording.name)}\n\n${summary(recording)}\n`,
  step: stepInProse,
});

/** The same as a folder with each step's picture of its target, in which passwords are painted over. */
export const markdownWithPictures = defineExporter({
  id: 'markdown-pictures',
  label: 'Markdown with pictures (folder)',
  group: 'For people and agents',
  language: 'markdown',
  extension: 'md',
  pictures: true,
  header: (recording) => `# ${markdownText(recording.name)}\n\n${summary(recording)}\n`,
  step: (step, at) => {
    const { index } = at;
    const prose = stepInProse(step, at);
    const indent = ' '.repeat(`${index + 1}. `.length);
    // A blank line before and after; otherwise it joins the line of expectations.
    return [prose, ...picturesOf(step, index).map(({ file, alt }) => `\n${indent}![${alt}](${file})\n`)].join('\n');
  },
  folder: {
    nameFor: ({ name }) => fileName(name),
    files: (recording) => ({
      'steps.md': markdownWithPictures.stringify(recording).text,
      ...Object.fromEntries(
        recording.steps.flatMap((step, index) =>
          picturesOf(step, index).map(({ file, picture }) => [file, Buffer.from(picture, 'base64')]),
        ),
      ),
    }),
  },
});

interface Picture {
  readonly file: string;
  readonly alt: string;
  /** WebP in base64. */
  readonly picture: string;
}

/** The target of a step, and the target of its drag. */
function picturesOf({ target, onto }: Step, index: number): readonly Picture[] {
  return [
    { of: target, called: '' },
    { of: onto, called: '-onto' },
  ].flatMap(({ of, called }) => {
    if (of?.picture === undefined) return [];
    const file = `images/${String(index + 1).padStart(3, '0')}${called}.webp`;
    return [{ file, alt: markdownText(describeElement(of)), picture: of.picture }];
  });
}

function summary({ steps, platform, createdAt }: Recording): string {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(createdAt)?.[0];
  const count = steps.length === 1 ? '1 step' : `${steps.length} steps`;
  return `${count}, recorded on ${markdownText(platform)}${day ? ` on ${day}` : ''}.`;
}
