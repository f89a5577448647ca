import type { Recording } from '#contract/model/recording';
import { defineExporter } from './exporter.ts';
import { markdownText, stepInProse } from './prose.ts';

/** The steps as people read them, for a ticket or a manual. */
export const markdown = defineExporter({
  id: 'markdown',
  label: 'Markdown',
  group: 'For people and agents',
  language: 'markdown',
  extension: 'md',
  header: (recording) => `# ${markdownText(recording.name)}\n\n${summary(recording)}\n`,
  step: (step, { index, recording }) => stepInProse(step, index, recording.steps[index - 1]),
});

function summary({ steps, platform, createdAt }: Recording): string {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(createdAt)?.[0];
  const count = steps.length === 1 ? '1 step' : `${steps.length} steps`;
  return `${count}, recorded on ${markdownText(platform)}${day ? ` on ${day}` : ''}.`;
}
