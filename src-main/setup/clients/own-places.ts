import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { machineCeiling, dataFolder } from '../../base/files/profile-folder.ts';
import { knownClients } from './known.ts';
import type { Places } from './places.ts';

/** This user's files that no agent reads or writes, in any folder. */
export interface OwnPlaces {
  /** Files and folders, with all that is in them; they need not exist. */
  readonly places: readonly string[];
  /** Whether a file is one of them, or a folder may contain one, by its name alone, anywhere. */
  readonly isNamed: (file: string) => boolean;
}

/** Files that shells and sessions run by themselves when they start, below the user's home. */
const startFiles = words(`
  .profile .bash_profile .bash_login .bash_logout .bashrc .bash_aliases .bash_history .zshenv .zprofile .zshrc .zlogin .zlogout .zsh_history
  .kshrc .mkshrc .cshrc .tcshrc .login .logout .inputrc .xprofile .xinitrc .xserverrc .xsession .xsessionrc .Xresources .Xdefaults
  .pam_environment .vimrc .gvimrc .vim .emacs .emacs.d .tmux.conf .screenrc .gitconfig .pythonrc .Rprofile .irbrc .gdbinit .lldbinit
  .oh-my-zsh .oh-my-bash .local/bin bin .local/share/applications .local/share/systemd .local/share/dbus-1 .local/share/autostart
  .ssh .gnupg .netrc .npmrc .pypirc .git-credentials .aws .kube .docker .pki .mozilla .password-store
  .pam_environment .forward .crontab Library/LaunchAgents Documents/PowerShell Documents/WindowsPowerShell
`);
/** The same below the folder of settings. */
const startSettings = words(`
  autostart autostart-scripts systemd environment.d plasma-workspace fish zsh bash nushell powershell git nvim emacs tmux sway i3 hypr
  openbox labwc river awesome qtile bspwm sxhkd lxsession xfce4 kglobalshortcutsrc khotkeysrc dconf user-dirs.dirs
`);

/** Locations of clients' files in a project's folder, and the names of our backups of them. */
const projectFiles = words(`
  .mcp.json .vscode/mcp.json .cursor/mcp.json .codex/config.toml .gemini/settings.json
  .kiro/settings/mcp.json .zed/settings.json opencode.json opencode.jsonc .claude/settings.json .claude/settings.local.json
  .windsurf/mcp_config.json .amazonq/mcp.json .roo/mcp.json mcp-endpoint.json made-here.json
`).map((name) => name.split('/'));
const backup = '.bak-deskscope-';
/** Files that running Deskscopes share in the temporary folder: the halt, the time of input, scripts for KWin, … */
const shared = /^deskscope-(halt(-\d+)?|gnome|sent|input|snapping|\d+-.*\.js)$/;

/**
 * Files that define or extend what agents may do, or run without permission: clients' files with a token, and their
 * backups; start-up files of shells and sessions; the user's keys; and the files that Deskscope itself is started from.
 * @param program a file of the running program, to find its folder by
 */
export function ownPlaces(places: Places, program: string): OwnPlaces {
  const { platform, home, config, variables } = places;
  const cache = cacheFolder(places);
  const runtimes = runtimeFolders(places);
  const data = path.join(dataFolder(variables, platform, home), 'deskscope');
  const clients = knownClients.flatMap(({ file, others }) => [file(places), ...(others?.(places) ?? [])]);
  return {
    places: [
      ...clients,
      ...startFiles.map((name) => path.join(home, name)),
      ...startSettings.map((name) => path.join(config, name)),
      ...(platform === 'win32' ? [path.join(config, 'Microsoft', 'Windows', 'Start Menu', 'Programs', 'Startup')] : []),
      path.join(config, 'deskscope'),
      path.dirname(machineCeiling(variables, platform)),
      cache,
      data,
      ...installed(program),
    ],
    isNamed: (file) => {
      const names = file.split(/[\\/]+/);
      // Folders on the way to one too: under another name they could be filled, and moved to their place.
      const isProject = projectFiles.some((wanted) =>
        wanted.some((_, last) =>
          wanted.slice(0, last + 1).every((name, index) => names.at(index - last - 1)?.toLowerCase() === name),
        ),
      );
      const isShared = runtimes.some((folder) => shared.test(path.relative(folder, file).split(path.sep)[0] ?? ''));
      return isProject || isShared || (names.at(-1) ?? '').includes(backup);
    },
  };
}

/** As `scripts/lib/paths.mjs` does: it contains the sources' Electron. */
function cacheFolder({ platform, home, variables }: Places): string {
  const local = platform === 'win32' ? variables['LOCALAPPDATA'] || path.join(home, 'AppData', 'Local') : '';
  return path.join(variables['XDG_CACHE_HOME'] || local || path.join(home, '.cache'), 'deskscope');
}

/** Folders of a login and of temporary files, with links resolved. */
function runtimeFolders({ platform, variables }: Places): readonly string[] {
  const login =
    platform === 'win32'
      ? [variables['LOCALAPPDATA']]
      : [variables['XDG_RUNTIME_DIR'], `/run/user/${process.getuid?.() ?? 0}`];
  return [...login, tmpdir()].flatMap((folder) => {
    try {
      return folder ? [realpathSync(folder)] : [];
    } catch {
      return [];
    }
  });
}

/** The package that a file is part of, and the program that runs it where that is an app's own. */
function installed(program: string): readonly string[] {
  const isApp = 'electron' in process.versions;
  const runtime = isApp ? [path.dirname(process.execPath)] : [process.execPath];
  const found = packageOf(program);
  return found === null ? runtime : [found, ...runtime];
}

function packageOf(program: string): string | null {
  for (let folder = path.dirname(program); ; folder = path.dirname(folder)) {
    if (isPackage(path.join(folder, 'package.json'))) return existsSync(folder) ? realpathSync(folder) : folder;
    if (path.dirname(folder) === folder) return null;
  }
}

function isPackage(file: string): boolean {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { readonly name?: unknown }).name === 'deskscope';
  } catch {
    return false;
  }
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
