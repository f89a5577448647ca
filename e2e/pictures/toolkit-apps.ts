import { join } from 'node:path';
import { sandboxArguments } from '../../scripts/lib/electron-arguments.mjs';
import { findElectron } from '../../scripts/lib/electron-runtime.mjs';
import { root } from '../../scripts/lib/paths.mjs';

/** An app of one toolkit, with the element to find. */
export interface ToolkitApp {
  readonly toolkit: string;
  readonly command: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Part of its window's title. */
  readonly title: RegExp;
  /** The first match in the Inspect view. */
  readonly search: string;
}

const page = join(root, 'e2e', 'pictures', 'page.html');
const superuser = process.getuid?.() === 0;

/** @param home an empty folder, so that every app starts in the same state */
export async function toolkitApps(home: string): Promise<readonly ToolkitApp[]> {
  const electron = await findElectron();
  const sandbox = sandboxArguments({ platform: process.platform, uid: process.getuid?.() });
  const electronApp = join(root, 'e2e', 'pictures', 'electron-app');
  return [
    { toolkit: 'gtk3', command: ['gtk3-widget-factory'], title: /widget-factory/i, search: 'Slider' },
    {
      toolkit: 'gtk4',
      command: ['gnome-calculator'],
      env: { GSK_RENDERER: 'cairo' },
      title: /calculator/i,
      search: '7',
    },
    { toolkit: 'qt5', command: ['assistant'], env: { QT_SELECT: 'qt5' }, title: /assistant/i, search: 'Zoom in' },
    { toolkit: 'qt6', command: ['/usr/lib/qt6/bin/assistant'], title: /assistant/i, search: 'Zoom in' },
    {
      toolkit: 'chromium',
      command: [
        'chromium',
        ...(superuser ? ['--no-sandbox'] : []),
        '--force-renderer-accessibility',
        '--no-first-run',
        '--password-store=basic',
        `--user-data-dir=${join(home, 'chromium')}`,
        `--app=file://${page}`,
      ],
      title: /order/i,
      search: 'Place order',
    },
    {
      toolkit: 'electron',
      command: [electron.executable, ...sandbox, '--force-renderer-accessibility', electronApp],
      title: /order/i,
      search: 'Place order',
    },
    {
      toolkit: 'firefox',
      command: ['firefox-esr', '--no-remote', '--profile', join(home, 'firefox'), `file://${page}`],
      env: { GNOME_ACCESSIBILITY: '1' },
      title: /order/i,
      search: 'Place order',
    },
    {
      toolkit: 'libreoffice',
      command: ['localc', '--norestore', '--nologo', `-env:UserInstallation=file://${join(home, 'libreoffice')}`],
      title: /calc/i,
      search: 'Font Name',
    },
    {
      toolkit: 'java',
      command: [
        'java',
        '-Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper',
        '-cp',
        '/usr/share/java/java-atk-wrapper.jar',
        join(root, 'e2e', 'target-apps', 'linux', 'Swing.java'),
      ],
      title: /swing/i,
      search: 'Agree',
    },
  ];
}
