import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { flatpakRun } from '#contract/model/flatpak';

export interface ProgramNames {
  /** What it is allowed by: its whole path, and its name where that is how this machine finds it. */
  readonly sure: readonly string[];
  /** What it is denied by: whatever it is called, by itself or by a link that leads to it. */
  readonly any: readonly string[];
}

/**
 * What a program that is started goes by. Anybody may call a file of theirs as an allowed program is called; so the name alone says
 * enough only where `PATH` leads from it to that very file. What Flatpak starts goes by its id too.
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

/** The first file of that name in the folders of `PATH`; null where there is none. */
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
