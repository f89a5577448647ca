import { z } from 'zod';

/** What a text of a recording looks like, or has to. */
export const inputType = z.enum(['text', 'number', 'date', 'email', 'url']);
export type InputType = z.output<typeof inputType>;

/** What a person made of the text that a step enters. */
export const ownInput = z.object({
  /** What it is called at replay; after its field by default. */
  name: z.string().min(1).max(80).optional(),
  /** What a text in its place has to be; by default, what was recorded is a hint alone. */
  type: inputType.optional(),
});
export type OwnInput = Readonly<z.output<typeof ownInput>>;
