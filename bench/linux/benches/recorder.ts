import { measureLoad } from '../../recorder/load.ts';
import type { Bench } from '../bench.ts';

export const recorder: Bench = {
  name: 'recorder',
  title:
    'Ten seconds of real input at 1,000 events a second (a key down is one, up another, as is each movement) against a ' +
    'recording, and what of it became steps.',
  run: measureLoad,
};
