import { connectAgent } from '../fixtures/agent.ts';
import { ask } from '../fixtures/ask.ts';
import { barOf } from '../fixtures/bars.ts';
import { expect, test } from '../fixtures/test.ts';

test('a held call shows its target above the app in front, and a key there denies it', async ({
  launch,
  person,
  target,
}) => {
  const app = await target('galculator');
  const { window, electron } = await launch();
  await ask(window, 'debug.setBreakpoints', { breakpoints: [{ on: 'tool', name: 'click_element' }] });
  const agent = await connectAgent(window, 'my-agent');
  const seven = { window: 'galculator', selector: 'role=Button name="7"' };
  const answer = agent.callTool({ name: 'click_element', arguments: seven });
  await window.getByTestId('held').waitFor();
  await person.focus(app.window);
  const bar = await barOf(electron, 'held-bar.html');
  await expect(bar.getByTestId('held-picture').getByRole('img')).toBeVisible();
  await expect(bar.getByTestId('held-bar')).toContainText('Ctrl+Shift+F5: deny');
  await person.key('ctrl+shift+F5');
  expect(JSON.stringify(await answer)).toContain('The user denied this call.');
  await agent.close();
});
