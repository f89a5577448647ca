import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { officeOptions, officeProfile } from '../../engine/backends/linux/testing/apps/typing-apps.ts';
import { describeApp } from '../../engine/backends/linux/testing/apps/app-suite.ts';
import { temporaryFolder } from '../../engine/backends/linux/testing/folders.ts';
import { until } from '../../engine/backends/linux/testing/apps/target-app.ts';
import { linuxBench, type LinuxBench } from '../../mcp/testing/linux-bench.ts';
import type { WindowFacts } from '../servers/window-management/window-facts.ts';

/** Not the script that starts it, whose process does not own the window. */
const program = '/usr/lib/libreoffice/program/soffice.bin';

/** The smallest possible files of a sheet (SYLK) and of a letter (RTF). */
const documents = { 'data.slk': 'ID;P\nC;Y1;X1;K"forty-two apples"\nE\n', 'letter.rtf': '{\\rtf1 }' };

/** The tests named in the design of window management, with LibreOffice for Office. */
describeApp(
  'the design of window management',
  { program, packages: 'libreoffice-calc libreoffice-writer libreoffice-gtk3' },
  () => {
    let bench: LinuxBench;
    const listed = async () => (await bench.data<{ result: WindowFacts[] }>('list_windows')).result;
    beforeAll(async () => {
      bench = await linuxBench();
      const folder = temporaryFolder();
      for (const [name, text] of Object.entries(documents)) await writeFile(join(folder, name), text);
      const paths = Object.keys(documents).map((name) => join(folder, name));
      const args = ['--norestore', '--nologo', await officeProfile(), ...paths];
      await bench.open(program, args, officeOptions);
      await until(async () => {
        const titles = (await listed()).map(({ title }) => title).join();
        return titles.includes('data.slk') && titles.includes('letter.rtf');
      }, 30_000);
    }, 120_000);
    afterAll(() => bench.close());

    it('test_list_windows', async () => {
      const windows = await listed();
      for (const title of ['data.slk', 'letter.rtf']) {
        const window = windows.find((one) => one.title.includes(title));
        expect(window).toMatchObject({ app: 'soffice.bin', pid: expect.any(Number) as number });
      }
      expect(windows.filter(({ active }) => active)).toHaveLength(1);
    });

    it('test_focus_window', async () => {
      for (const title of ['data.slk', 'letter.rtf', 'data.slk']) {
        await bench.data('focus_window', { title });
        expect((await bench.data<WindowFacts>('get_active_window')).title).toContain(title);
      }
    });

    it('test_multi_app_workflow', async () => {
      await bench.data('focus_window', { title: 'data.slk' });
      await bench.words('press_keys', { keys: 'ctrl+c', window: 'data.slk' });
      await bench.data('focus_window', { title: 'letter.rtf' });
      await bench.words('press_keys', { keys: 'ctrl+v', window: 'letter.rtf' });
      await until(
        async () => (await bench.words('get_text', { window: 'letter.rtf' })).includes('forty-two apples'),
        10_000,
      );
    });
  },
);
