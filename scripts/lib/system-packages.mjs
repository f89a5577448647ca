import { hasProgram } from './programs.mjs';
import { run } from './run.mjs';
import { CannotGoOn, print } from './run-script.mjs';

/**
 * Requirements by purpose: Debian's packages, and the programs to look for elsewhere.
 * @typedef {{ what: string, packages: readonly string[], programs: readonly string[] }} Group
 * @type {Readonly<Record<'electron' | 'display' | 'samples' | 'tests' | 'windows' | 'bench' | 'corpus' | 'judges', Group>>}
 */
export const groups = {
  electron: {
    what: 'libraries of Electron and of the native modules',
    packages: words('libgtk-3-0 libnss3 libasound2 libgbm1 libxss1 libatk-bridge2.0-0 libxtst6 libxt6 libxrandr2'),
    programs: [],
  },
  display: {
    what: 'a virtual display',
    packages: words(
      'xvfb openbox dbus at-spi2-core x11-utils scrot fonts-dejavu-core adwaita-icon-theme librsvg2-common',
    ),
    programs: words('Xvfb openbox dbus-daemon dbus-send xprop'),
  },
  samples: {
    what: 'sample apps',
    packages: words('gtk-3-examples galculator'),
    programs: words('gtk3-widget-factory galculator'),
  },
  tests: {
    what: 'the apps and tools of the tests',
    packages: words(
      'mousepad qttools5-dev-tools qt5-assistant picom xdotool wmctrl xclip python3 python3-pyatspi gir1.2-atspi-2.0 ' +
        'python3-dbus python3-gi gir1.2-gtk-3.0 gir1.2-gtk-4.0 gir1.2-webkit2-4.1 gtk-4-examples gnome-calculator linguist-qt6 chromium firefox-esr tk ' +
        'x11-apps x11-xserver-utils xfwm4 i3-wm assistant-qt6 libreoffice-calc libreoffice-writer libreoffice-gtk3 ' +
        'default-jdk libatk-wrapper-java libatk-wrapper-java-jni libqt6sql6-sqlite python3-pyqt5 python3-pyqt6 qtwayland5 qt6-wayland weston xwayland twm xterm sway bubblewrap xdg-dbus-proxy ' +
        'ibus ibus-hangul ibus-gtk3 ibus-gtk4 fcitx5 fcitx5-hangul fcitx5-frontend-gtk3 tigervnc-standalone-server redis-server',
    ),
    programs: words(
      'mousepad linguist assistant picom xdotool wmctrl xclip python3 gnome-calculator wish xedit xrandr xfwm4 i3 ' +
        'weston Xwayland twm xterm sway bwrap xdg-dbus-proxy ibus fcitx5 Xtigervnc redis-server',
    ),
  },
  windows: {
    what: 'a compiler for Windows programs',
    packages: words('g++-mingw-w64-x86-64-posix'),
    programs: words('x86_64-w64-mingw32-g++-posix'),
  },
  bench: {
    what: 'the apps and tools of the benchmarks',
    packages: words(
      'gtk-4-examples gnome-calculator assistant-qt6 chromium firefox-esr libreoffice-calc libreoffice-gtk3 ' +
        'libreoffice-writer thunar inkscape gnome-text-editor keepassxc thunderbird jedit default-jdk ' +
        'libatk-wrapper-java libatk-wrapper-java-jni python3-dogtail libatspi2.0-dev gcc pkg-config tesseract-ocr',
    ),
    programs: words(
      'gtk4-widget-factory gnome-calculator chromium firefox-esr soffice thunar inkscape gnome-text-editor keepassxc ' +
        'thunderbird java gcc pkg-config tesseract',
    ),
  },
  judges: {
    what: 'what judges of the scoreboard are built with, and the font that their pages name',
    packages: words('libatk1.0-dev libatk-bridge2.0-dev libx11-dev libxml2-dev gcc pkg-config fonts-liberation'),
    programs: words('gcc pkg-config'),
  },
  corpus: {
    what: 'the apps of the corpus of flows',
    packages: words(
      'featherpad qt6ct poedit pluma locales mate-calc gnumeric geany gedit zim gnome-characters kcalc speedcrunch pcmanfm-qt kwrite retext cherrytree kcharselect filezilla ' +
        'caja thunar kolourpaint',
    ),
    programs: words(
      'featherpad qt6ct poedit pluma locale-gen mate-calc gnumeric geany gedit zim gnome-characters kcalc speedcrunch pcmanfm-qt kwrite retext cherrytree kcharselect filezilla caja thunar kolourpaint',
    ),
  },
};

/**
 * Ensures that the groups are installed: installs missing ones as root on Debian and its derivatives, otherwise says what to do.
 * @param {readonly (keyof typeof groups)[]} wanted
 * @throws CannotGoOn with the exact command, or the list of programs
 */
export async function ensureSystemPackages(wanted) {
  if (process.platform !== 'linux') return;
  const purpose = wanted.map((name) => groups[name].what).join(', ');
  if (!hasProgram('dpkg-query') || !hasProgram('apt-get')) {
    requirePrograms(wanted, purpose);
    return;
  }
  const missing = await missingPackages(wanted.flatMap((name) => groups[name].packages));
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0) {
    const command = `sudo apt-get install --no-install-recommends ${missing.join(' ')}`;
    throw new CannotGoOn(`Missing: ${purpose}. Run this, then start again:\n\n    ${command}\n`);
  }
  await install(missing, purpose);
}

/**
 * @param {readonly string[]} missing
 * @param {string} purpose
 */
async function install(missing, purpose) {
  print(`Installing system packages (${purpose}): ${missing.join(' ')}…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const timeout = ['-o', 'DPkg::Lock::Timeout=300', '-qq'];
  const steps = [
    ['update', ...timeout],
    ['install', '-y', '--no-install-recommends', ...timeout, ...(await presentNames(missing, env))],
  ];
  for (const step of steps) {
    const { code, output } = await run('apt-get', step, { env, timeoutMs: 900_000 });
    // A stale list may suffice; the second step shows what cannot be installed.
    if (code !== 0 && step[0] === 'install') throw new CannotGoOn(`apt-get ${step[0]} failed:\n${output}`);
  }
}

/**
 * @param {readonly string[]} names
 * @returns {Promise<string[]>}
 */
async function missingPackages(names) {
  const query = ['-W', '-f', '${Package} ${db:Status-Status}\\n', ...names, ...names.map(renamed)];
  const lines = (await run('dpkg-query', query)).output.split('\n');
  const has = (/** @type {string} */ name) => lines.includes(`${name} installed`);
  return names.filter((name) => !has(name) && !has(renamed(name)));
}

/**
 * Newer releases renamed some libraries for 64-bit time.
 * https://wiki.debian.org/ReleaseGoals/64bit-time
 * @param {string} name
 */
function renamed(name) {
  return `${name}t64`;
}

/**
 * @param {readonly string[]} names
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string[]>}
 */
async function presentNames(names, env) {
  const { output } = await run('apt-cache', ['pkgnames'], { env });
  const known = new Set(output.split('\n'));
  return names.map((name) => (known.has(renamed(name)) ? renamed(name) : name));
}

/**
 * @param {readonly (keyof typeof groups)[]} wanted
 * @param {string} purpose
 */
function requirePrograms(wanted, purpose) {
  const missing = wanted.flatMap((name) => groups[name].programs).filter((name) => !hasProgram(name));
  if (missing.length === 0) return;
  throw new CannotGoOn(`Missing: ${purpose}. Install these programs with your package manager: ${missing.join(', ')}.`);
}

/** @param {string} text */
function words(text) {
  return text.split(' ');
}
