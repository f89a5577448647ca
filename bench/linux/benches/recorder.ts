import { measureLoad } from '../../recorder/load.ts';
import { measureResting } from '../../recorder/resting.ts';
import type { Bench } from '../bench.ts';

export const recorder: Bench = {
  name: 'recorder',
  title:
    'From the last movement of the pointer until the recorder knows the element under it, in each app; then ten seconds of ' +
    'real input at 1,000 events a second (a key down is one, up another, as is each movement) against a recording, and ' +
    'what of it became steps.',
  async run(context) {
    if (context.app !== 'load target') await measureResting(context);
    if (context.app === null || context.app === 'load target') await measureLoad(context);
  },
};
