import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../../scripts/lib/paths.mjs';
import type { Recording } from '../../src-preload/contract/model/recordings/recording.ts';
import { arrangeApp, put } from '../demo/arrange.ts';
import { ask } from '../fixtures/ask.ts';
import { barOf } from '../fixtures/bars.ts';
import { placeOf } from '../fixtures/elements.ts';
import { expect, test } from '../fixtures/test.ts';

/** How long a person rests before a press, in milliseconds: the step gets a picture of its target. */
const restMs = 500;

for (const theme of ['dark', 'light'] as const) {
  test(`recorder and workbench, ${theme}`, async ({ desktop, launch, person, target }) => {
    const deskscope = await launch({ settings: { theme, stepTimeoutMs: 800 } });
    const { window, electron } = deskscope;
    await arrangeApp(desktop, deskscope);
    const app = await target('galculator');
    await put(desktop, app.window, { x: 1500, y: 60 });
    const shoot = async (of: Page, name: string) => {
      // The script scrolls to its step.
      await of.waitForTimeout(1_000);
      await of.screenshot({ path: join(root, 'docs', `${name}-${theme}.png`) });
    };

    await window.getByTestId('window-list').getByText('galculator').first().click();
    await window.getByTestId('element-tree').getByRole('treeitem').first().click();
    await window.getByTestId('selector-workbench').getByRole('combobox').fill('role=Button name~="M"');
    await expect(window.getByTestId('box-tried').first()).toBeVisible();
    await shoot(window, 'workbench');

    await ask(window, 'recorder.start', {});
    const bar = await barOf(electron, 'record-bar.html');
    await person.focus(app.window);
    for (const name of ['7', '*', '6', '=']) {
      const { x, y } = await placeOf(window, app.windowId, `role=Button name="${name}"`);
      await person.move(x, y);
      await window.waitForTimeout(restMs);
      await person.click(x, y);
      await window.waitForTimeout(restMs);
    }
    await expect(bar.getByTestId('record-bar')).toContainText('Click Button “=”');
    await shoot(bar, 'record-bar');
    await ask(window, 'recorder.stop', {});

    await window.getByTestId('rail-record').click();
    await window.getByTestId('steps-list').getByRole('option').nth(3).click();
    await window.mouse.move(0, 0);
    await shoot(window, 'steps');

    const { recording }: { readonly recording: Recording } = await ask(window, 'recorder.state', {});
    const [first] = recording.steps;
    if (!first?.target) throw new Error('no element was recorded');
    const gone = { ...first.target.selectors[0], selector: 'role=Button name="Seven"' } as const;
    const selectors = [gone, ...first.target.selectors];
    await ask(window, 'recorder.updateStep', { ...first, target: { ...first.target, selectors } } as never);
    await window.getByTestId('replay.start').click();
    await expect(window.getByTestId('replay-summary')).toContainText('Replay passed', { timeout: 30_000 });
    await window.getByTestId('steps-list').getByRole('option').first().click();
    await expect(window.getByRole('img', { name: 'The element that was found' })).toBeVisible();
    await window.mouse.move(0, 0);
    await shoot(window, 'healed');

    const group = await ask(window, 'recorder.group', {
      steps: recording.steps.slice(0, 2).map(({ id }) => id),
      name: '',
    });
    const display = { controlType: 'Edit', name: 'display', selector: 'role=Edit' } as const;
    await ask(window, 'recorder.updateGroup', {
      id: group,
      name: 'Times seven',
      when: { type: 'window', window: { title: 'galculator' }, is: true },
      repeat: {
        while: { type: 'text', element: display, text: '2401', window: { app: 'galculator' }, is: false },
        atMost: 20,
      },
    });
    await window.getByTestId('steps-list').getByRole('option').first().click();
    await window.mouse.move(0, 0);
    await shoot(window, 'groups');
  });
}
