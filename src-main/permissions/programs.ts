import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { spellChord } from '#contract/model/recordings/chord';
import type { KeyChord } from '#contract/model/recordings/action';
import { quoted } from '#contract/foreign-text';
import { flatpakRun } from '#contract/model/flatpak';
import { namedBy, type Named } from './patterns.ts';

/** Facts that decide whether keys and clicks in a window may start any program. */
export interface StarterFacts extends Named {
  /** As in `WindowInfo`. */
  readonly kind?: string;
  /** Its process runs a terminal, under any name. */
  readonly runsTerminal?: boolean;
  /** Its process's use of keys is unknown: it may be a terminal. */
  readonly isUnseen?: boolean;
  /** No such window is open: the caller only named it. */
  readonly isOnlyNamed?: boolean;
  /** It takes the keys though another window is the target, as run dialogs that grab the keyboard do. */
  readonly takesKeys?: boolean;
}

/** File names of executables and window classes, as in the user's lists. */
const terminals = words(`
  *xterm xterm.* uxterm *-terminal* *terminal *terminal.exe *.console gnome-console kgx ptyxis* konsole* yakuake
  guake* tilda tilix terminator terminology sakura roxterm kitty alacritty* wezterm* foot footclient ghostty rio
  contour blackbox st st-* stterm urxvt* *rxvt* aterm eterm mlterm kterm mrxvt pterm zutty termit lilyterm evilvte
  cool-retro-term hyper tabby termius* warp* waveterm extraterm edex-ui cosmic-term cmd.exe powershell*.exe pwsh*
  wt.exe openconsole.exe conhost.exe wineconsole* mintty* bash.exe wsl*.exe ubuntu*.exe conemu* cmder.exe
  fluentterminal* putty* kitty*.exe securecrt* xshell* ConsoleWindowClass CASCADIA_HOSTING_WINDOW_CLASS
  VirtualConsoleClass PseudoConsoleWindow org.wezfurlong.wezterm
`);
const launchers = words(`
  rofi dmenu* wofi bemenu* fuzzel tofi gmrun fbrun bbrun grun gexec xfrun4 xfce4-appfinder lxqt-runner krunner
  plasma-krunner kupfer* synapse albert ulauncher* cerebro gnome-do launchy* jgmenu* mate-menu mozo alacarte
  wingpanel appgrid nwg-drawer startmenuexperiencehost.exe searchhost.exe searchapp.exe searchui.exe
  shellexperiencehost.exe powertoys.powerlauncher.exe microsoft.cmdpal*.exe flow.launcher.exe wox.exe
  keypirinha*.exe openshell* taskmgr.exe
`);
/** The desktop itself, its panels and docks; the address bar of Windows' Explorer runs what is typed, too. */
const shells = words(`
  gnome-shell cinnamon plasmashell budgie-panel xfce4-panel mate-panel lxpanel lxqt-panel tint2 polybar i3bar
  plank cairo-dock latte-dock docky xfdesktop caja-desktop nemo-desktop openbox fluxbox blackbox-wm icewm jwm
  fvwm* twm awesome mutter muffin kwin* explorer.exe Shell_TrayWnd Shell_SecondaryTrayWnd Progman WorkerW NotifyIconOverflowWindow
`);
const shellKinds: ReadonlySet<string> = new Set(['dock', 'desktop']);

/** Why keys and clicks in a window may start any program, for the user; null if they may not. */
export function startsPrograms(window: StarterFacts): string | null {
  const name = window.app || window.className || window.title;
  if (window.takesKeys) return `keys that arrive in ${name === '' ? 'a program that cannot be named' : quoted(name)}`;
  if (window.runsTerminal || namedBy(terminals, window) !== null) return `the terminal ${quoted(name)}`;
  if (namedBy(launchers, window) !== null) return `the launcher ${quoted(name)}`;
  const isShell = shellKinds.has(window.kind ?? '') || namedBy(shells, window) !== null;
  return isShell ? `the desktop’s own ${quoted(name)}` : null;
}

/** The same for keys, which may go to targets that cannot be queried. */
export function keysStartPrograms(window: StarterFacts): string | null {
  const known = startsPrograms(window);
  if (known !== null || !window.isUnseen) return known;
  const name = window.app || window.className || window.title;
  return `keys for ${name === '' ? 'a program' : quoted(name)}, whose process cannot be looked at`;
}

/** Chords by which desktops open their menus, run dialogs, terminals and task managers, and such single keys. */
const starting: ReadonlySet<string> = new Set(
  words(`
    meta ctrl+Escape ctrl+shift+Escape ctrl+alt+t ctrl+alt+Delete ctrl+alt+Escape ctrl+alt+Backspace
    alt+F1 alt+F2 alt+F3 alt+Space LaunchMail LaunchCalculator BrowserHome BrowserSearch
  `),
);
/** Chords that end the program in front, or close its window. */
const ending: ReadonlySet<string> = new Set(['alt+F4', 'ctrl+q', 'ctrl+shift+q']);
const closing: ReadonlySet<string> = new Set(['ctrl+w', 'ctrl+shift+w', 'ctrl+F4']);

/** Why a chord may start or end a program, for the user; null if it may not. The user's own shortcuts are unknown. */
export function programChord(chord: KeyChord): string | null {
  const plain = spellChord(chord).chord ?? chord;
  const isDesktops = plain.split('+').includes('meta') || /^ctrl\+alt\+F\d+$/.test(plain);
  if (isDesktops || starting.has(plain)) return `${plain}, which may open what starts programs`;
  return ending.has(plain) ? `${plain}, which ends programs` : null;
}

/** Tools with the same effect as a chord: the user's rules for them apply to it too. */
export function toolsOfChord(chord: KeyChord): readonly string[] {
  const plain = spellChord(chord).chord ?? chord;
  if (ending.has(plain)) return ['close_window', 'close_app'];
  return closing.has(plain) ? ['close_window'] : [];
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

interface ProgramNames {
  /** Names that can allow it: its absolute path, and its name if this machine finds it by that. */
  readonly sure: readonly string[];
  /** Names that can deny it: its own, and that of a link to it. */
  readonly any: readonly string[];
}

/**
 * The names of a program to start. A file of an allowed program's name proves nothing; so the name alone counts only if
 * `PATH` leads from it to that very file. Programs that Flatpak starts also go by their id.
 */
export function programNames(
  command: string,
  args: readonly string[] = [],
  variables: Readonly<Record<string, string | undefined>> = process.env,
): ProgramNames {
  const name = nameOf(command);
  const isName = name === command;
  const found = onPath(name, variables['PATH'] ?? '');
  const real = realOf(isName ? found : command);
  const isFound = isName || (real !== null && real === realOf(found));
  const flatpak = flatpakRun(name, args);
  const app = flatpak ? [flatpak.id] : [];
  return {
    sure: [command, ...(isFound ? [name, withoutExe(name), ...(flatpak?.isPlain ? app : [])] : [])],
    any: [
      command,
      name,
      withoutExe(name),
      ...app,
      ...(real === null ? [] : [real, nameOf(real), withoutExe(nameOf(real))]),
    ],
  };
}

function nameOf(command: string): string {
  return command.split(/[\\/]/).at(-1) ?? command;
}

function withoutExe(name: string): string {
  return name.replace(/\.exe$/i, '');
}

/** The first file of that name in the folders of `PATH`; null if there is none. */
function onPath(name: string, folders: string): string | null {
  const names = process.platform === 'win32' ? [name, `${name}.exe`, `${name}.com`] : [name];
  const files = folders
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .flatMap((folder) => names.map((each) => path.join(folder, each)));
  return files.find(isFile) ?? null;
}

function isFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function realOf(file: string | null): string | null {
  try {
    return file === null ? null : realpathSync(file);
  } catch {
    return null;
  }
}
