import { UiaFixture } from './backends/win32/testing/uia-fixture.ts';
import { elementOf, type Desk } from './testing/desk.ts';
import { describeEngine } from './testing/engine-contract.ts';
import { windowsDesk } from './testing/windows-desk.ts';

describeEngine('the engine on UI Automation', windowsDeskWithUia, ['elements', 'acting', 'patterns', 'failures']);

/** The same desktop, read through UI Automation interfaces that Wine lacks. */
async function windowsDeskWithUia(): Promise<Desk> {
  const fixture = UiaFixture.install();
  const desk = await windowsDesk();
  const close = async () => {
    await desk.close();
    fixture.uninstall();
  };
  const { id } = await elementOf(desk, desk.editor);
  if (id.includes('runtime:u:')) return { ...desk, close };
  await close();
  throw new Error(`UI Automation was not used: the editor is ${id}.`);
}
