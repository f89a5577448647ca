import { z } from 'zod';
import { recording, step } from '#contract/model/recordings/recording';

/** What a call of an exported recording keeps of it under `meta.deskscope`, beside what the call itself says. */
export const recordedMeta = z.object({
  step,
  /** In the first call: the recording without its steps. */
  recording: recording.omit({ steps: true }).optional(),
  /** Steps that are switched off, where they stood. */
  before: z.array(step).optional(),
  after: z.array(step).optional(),
});
export type RecordedMeta = Readonly<z.output<typeof recordedMeta>>;
