import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { AppError } from '#contract/errors';
import { findProgram, installCommand, kernelSetting } from './needs.ts';

/** The barrier between a desktop's programs and the user's own. */
export const wallNames = ['bwrap', 'container', 'none'] as const;
export type Walls = (typeof wallNames)[number];

/** What the walls isolate, a sentence for people. */
export function whatHolds(walls: Walls, network: boolean): string {
  switch (walls) {
    case 'bwrap':
      return network
        ? 'Programs see no files, processes or keyring of yours, and share your network; a display that listens in the abstract namespace without a secret can be reached over it.'
        : 'Programs see no files, processes, keyring, display or network of yours.';
    case 'container':
      return 'Programs have a display, bus and home of their own, and see everything else in this container, its network too.';
    case 'none':
      return 'Programs have a display, bus and home of their own, and can do everything that you can: read your files, use your network, see your processes.';
  }
}

/**
 * The walls to use: the requested ones, else bubblewrap, else those of the surrounding container.
 * @throws AppError `unsupported_platform` if that leaves the user's files open and nobody wished for it
 */
export function chooseWalls(wished: Walls | undefined): Walls {
  const isInside = isInContainer();
  if (wished === 'container' && !isInside)
    throw new AppError(
      'invalid_parameter',
      '`walls: container` requires a container, and Deskscope does not run in one.',
    );
  if (wished !== undefined && wished !== 'bwrap') return wished;
  if (wished === undefined && isInside) return whyNoBubblewrap() === null ? 'bwrap' : 'container';
  if (findProgram('bwrap') !== null) return 'bwrap';
  throw new AppError('unsupported_platform', 'bubblewrap, which isolates desktops, is not installed.', {
    hint: `Run \`${installCommand(['bubblewrap'])}\`, or accept a desktop whose programs can read your files: \`walls: none\` in a profile that you name.`,
  });
}

/** Why bubblewrap does not work here, with the command that changes it; null if it does. Takes a few milliseconds. */
export function whyNoBubblewrap(): { readonly why: string; readonly fix: string } | null {
  if (findProgram('bwrap') === null)
    return { why: 'bubblewrap is not installed.', fix: `Run \`${installCommand(['bubblewrap'])}\`.` };
  const spaces = ['user', 'pid', 'ipc', 'net'].map((name) => `--unshare-${name}`);
  const args = [...spaces, '--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', 'true'];
  const { status, stderr } = spawnSync('bwrap', args, { encoding: 'utf8', timeout: 5_000 });
  if (status === 0) return null;
  return { why: `bubblewrap does not work: ${stderr.trim().split('\n')[0] ?? ''}`, fix: fixOfBubblewrap() };
}

/** The cause that blocks the namespaces that bubblewrap needs, as far as the kernel's settings show. */
export function fixOfBubblewrap(): string {
  if (kernelSetting('kernel/apparmor_restrict_unprivileged_userns') === '1')
    return (
      'AppArmor forbids it (Ubuntu 24.04). Run `sudo apt-get install apparmor-profiles && ' +
      'sudo ln -s /usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/ && sudo systemctl reload apparmor`.'
    );
  if (kernelSetting('kernel/unprivileged_userns_clone') === '0')
    return 'Run `sudo sysctl kernel.unprivileged_userns_clone=1`.';
  if (kernelSetting('user/max_user_namespaces') === '0') return 'Run `sudo sysctl user.max_user_namespaces=15000`.';
  if (isInContainer()) return 'The container forbids namespaces: use its own walls, `walls: container` in the profile.';
  return 'Use a kernel with user namespaces.';
}

/** Whether this runs in a container already: Docker, Podman, Kubernetes or systemd-nspawn. */
export function isInContainer(): boolean {
  const variables = ['container', 'KUBERNETES_SERVICE_HOST'];
  return ['/.dockerenv', '/run/.containerenv'].some(existsSync) || variables.some((name) => process.env[name]);
}
