import { afterEach, describe, expect, it } from 'vitest';
import { liveApp, type LiveApp } from '../../backends/linux/testing/live-engine.ts';
import { python, targetScript } from '../../backends/linux/testing/apps/target-app.ts';

let app: LiveApp | undefined;
afterEach(() => app?.end());

/** With software GL an endless animation starves GTK 4's idle handlers. */
const env = { GSK_RENDERER: 'cairo' };

async function bestOf(selector: string): Promise<string | undefined> {
  const { id } = await app!.element(selector);
  const [best] = await app!.engine.selectors({ element: id });
  // The offered selector matches its element.
  expect((await app!.element(best!.selector)).id).toBe(id);
  return best?.selector;
}

describe.each(['3.0', '4.0'])('in GTK %s', (version) => {
  it('fields are named by the label beside them, and identical elements by their neighbour', async () => {
    app = await liveApp(python, [targetScript('unlabelled_form.py'), version], { env });
    expect(await bestOf('role=Spinner')).toBe('role=Spinner label="Width"');
    expect(await bestOf('role=Edit nth=0')).toBe('role=Edit label="Title"');
    expect(await bestOf('role=Edit nth=2')).toBe('role=Edit label="Remarks"');
    expect(await bestOf('role=Button name="Reset" nth=1')).toBe('role=Button name="Reset" near="Title"');
    // The third is next to a clock.
    expect(await bestOf('role=Edit nth=1')).toBe('role=Edit nth=1');
  });
});

it('cells of GTK 3 are named by row and column', async () => {
  app = await liveApp('gtk3-demo', ['--run=list_store'], { title: /^List Store$/ });
  const selector = 'role=DataItem row="60620" column="Severity"';
  expect(await app.element(selector)).toMatchObject({ name: 'Critical' });
  expect(await bestOf('role=DataItem row="60482" column="Severity"')).toContain('row="60482" column="Severity"');
});

it('cells of GTK 4 are named by row and column', async () => {
  app = await liveApp('gtk4-demo', ['--run=listview_ucd'], { env, title: /^Characters$/ });
  const found = await app.element('row="0x0003" column="Name" >> role=Text');
  expect(found).toMatchObject({ name: 'END OF TEXT' });
  expect(await bestOf('row="0x0003" column="Type"')).toBe('role=DataItem row="0x0003" column="Type"');
});
