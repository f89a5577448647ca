import { z } from 'zod';
import { defineAction } from '../action.ts';
import { languageTag } from '../answers/language-tag.ts';

export const ocrStatus = defineAction({
  action: 'ocr_status',
  name: 'ocr_status',
  type: 'data_collection',
  effect: 'observe',
  reach: { shows: 'names' },
  title: 'OCR engine and languages',
  description: 'Return whether text can be read from pixels, by which engine, and in which languages.',
  input: z.object({}),
  async perform({ engine, signal }) {
    const status = await engine.ocrStatus({}, { signal });
    const supportedLanguages = status.languages.map(({ name }) => languageTag(name));
    const name = `${status.engine} ${status.version}`.trim();
    return {
      text: [
        `${name}: ${status.ready ? 'ready' : status.detail}`,
        `Languages: ${supportedLanguages.join(', ') || 'none'}. ${status.howToAdd}`,
      ].join('\n'),
      fields: { engine: name, legacyAvailable: status.ready, supportedLanguages, howToAdd: status.howToAdd },
    };
  },
});
