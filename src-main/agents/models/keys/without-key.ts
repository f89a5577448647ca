import { mask } from '#contract/model/tools/tool-call';
import type { Model } from '../model.ts';

/** Of a key, in characters: a shorter one is no secret, and stands in every other word. */
const shortest = 8;

/** The same model; where a server repeats the key in an answer, the answer, which is kept in the run, does not. */
export function withoutKey(model: Model, key: string | undefined): Model {
  if (key === undefined || key.length < shortest) return model;
  return {
    ...model,
    async ask(request, signal) {
      const { text, ...reply } = await model.ask(request, signal);
      return { ...reply, text: text.replaceAll(key, mask) };
    },
  };
}
