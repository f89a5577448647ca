import { join } from 'node:path';

/** How to start one of the apps that are read. */
export interface AppSpec {
  readonly name: string;
  readonly toolkit: 'GTK 3' | 'GTK 4' | 'Qt 5' | 'Qt 6' | 'Chromium' | 'Electron' | 'LibreOffice' | 'Gecko' | 'Java';
  readonly program: string;
  /** `home` is an empty folder for this app. */
  readonly args: (home: string) => readonly string[];
  /** Runs before the app starts, to do what its first start would do. */
  readonly prepare?: readonly [program: string, ...args: string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** Title of the app's window once it is ready. */
  readonly title: RegExp;
  /** Wait between the window and the first read, so that the app is idle. Milliseconds. */
  readonly settleMs: number;
}

const cairo = { GSK_RENDERER: 'cairo' } as const;

const plain = { args: () => [], title: /./, settleMs: 1_500 } as const;
const slow = { settleMs: 4_000 } as const;

const pages = join(process.cwd(), 'bench/linux/targets/pages');

/** Chromium and Electron report a page only on request; as root they run only without a sandbox. */
const chromiumArguments = ['--no-sandbox', '--disable-gpu', '--force-renderer-accessibility'] as const;

function chromium(cells: number): AppSpec {
  return {
    ...slow,
    name: cells > 1_000 ? 'chromium-table' : 'chromium',
    toolkit: 'Chromium',
    program: 'chromium',
    args: (home) => [
      ...chromiumArguments,
      `--user-data-dir=${home}`,
      '--no-first-run',
      '--password-store=basic',
      '--window-size=1200,800',
      `file://${pages}/page.html?cells=${cells}`,
    ],
    env: { ACCESSIBILITY_ENABLED: '1' },
    title: new RegExp(`${cells} cells`),
  };
}

/** @param executable the Electron that the app itself is tested with */
function electron(executable: string, cells: number): AppSpec {
  return {
    ...slow,
    name: cells > 1_000 ? 'electron-table' : 'electron',
    toolkit: 'Electron',
    program: executable,
    args: (home) => [
      ...chromiumArguments,
      join(pages, 'electron-app'),
      `--user-data-dir=${home}`,
      `--page-cells=${cells}`,
    ],
    env: { ACCESSIBILITY_ENABLED: '1' },
    title: new RegExp(`${cells} cells`),
  };
}

/** A page with a table of 500 cells has some 1,600 nodes. */
const pageCells = 500;
/** Table size for more than 20,000 nodes. */
const hugeCells = 10_000;

/** Third-party apps, one or two of each toolkit. @param electronPath the Electron to run */
export function treeApps(electronPath: string): readonly AppSpec[] {
  return [
    { ...plain, name: 'gtk3-widget-factory', toolkit: 'GTK 3', program: 'gtk3-widget-factory' },
    { ...plain, name: 'gtk3-demo', toolkit: 'GTK 3', program: 'gtk3-demo' },
    { ...plain, name: 'galculator', toolkit: 'GTK 3', program: 'galculator' },
    { ...plain, name: 'mousepad', toolkit: 'GTK 3', program: 'mousepad', args: () => ['--disable-server'] },
    // Software GL starves the app's idle handlers, and with them its registration.
    { ...plain, name: 'gtk4-widget-factory', toolkit: 'GTK 4', program: 'gtk4-widget-factory', env: cairo },
    { ...plain, name: 'gnome-calculator', toolkit: 'GTK 4', program: 'gnome-calculator', env: cairo },
    { ...plain, name: 'assistant', toolkit: 'Qt 5', program: '/usr/lib/qt5/bin/assistant' },
    { ...plain, name: 'assistant-qt6', toolkit: 'Qt 6', program: '/usr/lib/qt6/bin/assistant' },
    chromium(pageCells),
    electron(electronPath, pageCells),
    office('libreoffice-calc', '--calc', /LibreOffice Calc/),
    firefox,
  ];
}

/** Two apps with more than 20,000 nodes. */
export function hugeApps(electronPath: string): readonly AppSpec[] {
  return [chromium(hugeCells), electron(electronPath, hugeCells)];
}

/** For Deskscope beside a bare Electron app; see `targets/rows.py`. */
export const manyRows: AppSpec = {
  ...plain,
  name: 'hundred-thousand-rows',
  toolkit: 'GTK 3',
  program: '/usr/bin/python3',
  args: () => ['-W', 'ignore', join(process.cwd(), 'bench/linux/targets/rows.py')],
  title: /A hundred thousand rows/,
};

function office(name: string, kind: string, title: RegExp): AppSpec {
  return {
    ...slow,
    name,
    toolkit: 'LibreOffice',
    // Not the script: its process does not own the window.
    program: '/usr/lib/libreoffice/program/soffice.bin',
    args: () => [kind, '--norestore', '--nologo'],
    // With a new profile the app exits at once and has to be started again.
    prepare: ['soffice', '--headless', '--terminate_after_init'],
    env: { SAL_USE_VCLPLUGIN: 'gtk3' },
    title,
  };
}

const firefox: AppSpec = {
  ...slow,
  name: 'firefox',
  toolkit: 'Gecko',
  program: 'firefox-esr',
  args: (home) => ['--no-remote', '--profile', home, `file://${pages}/page.html?cells=${pageCells}`],
  env: { GNOME_ACCESSIBILITY: '1' },
  title: new RegExp(`${pageCells} cells`),
};

/** The bridge has to be on the class path too. */
const javaBridge = '-Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper';
const jeditClasses = '/usr/share/jedit/jedit.jar:/usr/share/java/java-atk-wrapper.jar';

/** Apps that users would name, whatever their cost: none was chosen for its figures. */
export const namedApps: readonly AppSpec[] = [
  { ...plain, name: 'thunar', toolkit: 'GTK 3', program: 'thunar', args: () => ['/usr/share'], title: /share/ },
  { ...plain, ...slow, name: 'inkscape', toolkit: 'GTK 3', program: 'inkscape', title: /Inkscape/ },
  { ...plain, name: 'gnome-text-editor', toolkit: 'GTK 4', program: 'gnome-text-editor', env: cairo },
  { ...plain, name: 'keepassxc', toolkit: 'Qt 5', program: 'keepassxc', title: /KeePassXC/ },
  {
    ...slow,
    name: 'thunderbird',
    toolkit: 'Gecko',
    program: 'thunderbird',
    args: (home) => ['--no-remote', '--profile', home],
    env: { GNOME_ACCESSIBILITY: '1' },
    title: /Thunderbird/,
  },
  office('libreoffice-writer', '--writer', /LibreOffice Writer/),
  {
    ...slow,
    name: 'jedit',
    toolkit: 'Java',
    program: 'java',
    args: (home) => [
      javaBridge,
      '-cp',
      jeditClasses,
      'org.gjt.sp.jedit.jEdit',
      '-noserver',
      `-settings=${home}/.jedit`,
    ],
    title: /jEdit/,
  },
];
