import { measureForm } from '../../recorder/form.ts';
import { measureLoad } from '../../recorder/load.ts';
import { measureResting } from '../../recorder/resting.ts';
import type { Bench } from '../bench.ts';

export const recorder: Bench = {
  name: 'recorder',
  title:
    'From the last movement of the pointer until the recorder knows the element under it, in each app; then ten seconds of ' +
    'real input at 1,000 events a second (a key down is one, up another, as is each movement) against a recording, and ' +
    'what of it became steps; then seven actions in a form, recorded and replayed, without a screen reader and beside ' +
    'Orca. Found is whether the recording or the replay was right.',
  async run(context) {
    const isWanted = (name: string) => context.app === null || context.app === name;
    if (context.app !== 'load target' && context.app !== 'form target') await measureResting(context);
    if (isWanted('load target')) await measureLoad(context);
    if (isWanted('form target')) await measureForm(context);
  },
};
