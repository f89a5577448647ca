import { describeEngine } from '../testing/engine-contract.ts';
import { createFakeEngine } from '../testing/fake-engine.ts';
import { fakeDesk } from '../testing/fake-desk.ts';

describeEngine('the engine in this process', async () => fakeDesk((await createFakeEngine()).engine));
