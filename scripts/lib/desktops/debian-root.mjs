import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findElectron } from '../electron-runtime.mjs';
import { cacheFolder, root } from '../paths.mjs';
import { hasProgram } from '../programs.mjs';
import { run } from '../run.mjs';
import { CannotGoOn, print } from '../run-script.mjs';

/** Debian 13, testing and unstable. */
export const suites = /** @type {const} */ (['trixie', 'forky', 'sid']);
/** @typedef {(typeof suites)[number]} Suite */

/** Path of the project in the root. */
const inside = '/project';
const electronInside = '/opt/electron';

/**
 * Mounts a system's file systems below the root and runs a command in it, in its own namespaces, which end all its processes with
 * it. The
 * project, Node and Electron are this machine's.
 */
const enter = `
  set -e; to=$1; project=$2; node=$3; electron=$4; shift 4
  ip link set lo up; mount --make-rprivate /; mount --bind "$to" "$to"
  mount -t proc proc "$to/proc"; mount --rbind /dev "$to/dev"; mount -t tmpfs tmpfs "$to/tmp"; mount -t tmpfs tmpfs "$to/run"
  mkdir -p "$to${inside}" "$to${electronInside}" "$to/run/user/0" "$to/run/lock"; chmod 700 "$to/run/user/0"; chmod 1777 "$to/tmp"; mkdir -m 1777 "$to/tmp/.X11-unix"
  touch "$to/usr/local/bin/node"; mount --bind "$node" "$to/usr/local/bin/node"; mount --rbind "$project" "$to${inside}"
  mount --bind "$electron" "$to${electronInside}"
  # Not chroot, in which the kernel refuses the user namespaces of bubblewrap.
  cd "$to"; mkdir -p .old; pivot_root . .old; umount -l .old; rmdir .old
  exec env -i -C '${inside}' HOME=/root LANG=C.UTF-8 XDG_RUNTIME_DIR=/run/user/0 ELECTRON_OVERRIDE_DIST_PATH=${electronInside} \\
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"`;

/** Another Debian on this machine, kept in the cache folder: remove it there to start over. */
export class DebianRoot {
  /** @type {string | undefined} */
  #electron;

  /** @param {Suite} suite */
  constructor(suite) {
    this.suite = suite;
    this.folder = join(cacheFolder(), 'roots', suite);
  }

  /** Creates it if missing. @throws CannotGoOn */
  async make() {
    const made = join(this.folder, '.made');
    if (existsSync(made)) return;
    if (process.getuid?.() !== 0 || !hasProgram('apt-get'))
      throw new CannotGoOn(
        'Tests in another Debian need root on Debian. Run them there, or in a container that has both.',
      );
    if (!hasProgram('debootstrap') || !hasProgram('ip'))
      await done(run('apt-get', ['install', '-y', '-qq', 'debootstrap', 'iproute2']), 'debootstrap');
    print(`Making Debian ${this.suite} in ${this.folder}…`);
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder, { recursive: true });
    const mirror = mirrorOf(this.suite);
    const scripts = '/usr/share/debootstrap/scripts';
    // Suites newer than this machine's debootstrap use the script for unstable.
    const script = [this.suite, 'sid'].map((name) => join(scripts, name)).find((path) => existsSync(path)) ?? '';
    const args = ['--variant=minbase', '--include=ca-certificates', this.suite, this.folder, mirror, script];
    await done(run('debootstrap', args), `Debian ${this.suite}`);
    writeFileSync(join(this.folder, 'etc/apt/sources.list'), `deb ${mirror} ${this.suite} main\n`);
    // Prevents services from starting.
    writeFileSync(join(this.folder, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
    writeFileSync(made, '');
  }

  /**
   * Installs missing packages that its archive has. Others are reported and skipped: names change between versions.
   * @param {readonly string[]} packages
   */
  async install(packages) {
    for (const file of ['resolv.conf', 'hosts', 'apt/apt.conf.d', 'apt/auth.conf.d', 'ssl/certs/ca-certificates.crt'])
      if (existsSync(join('/etc', file)))
        cpSync(join('/etc', file), join(this.folder, 'etc', file), { recursive: true, dereference: true });
    const has = await this.run(['dpkg-query', '-W', '-f', '${db:Status-Abbrev} ${Package}\n', ...packages]);
    const installed = new Set([...has.output.matchAll(/^ii +(\S+)$/gm)].map(([, name]) => name));
    const missing = packages.filter((name) => !installed.has(name));
    if (missing.length === 0) return;
    print(`Installing ${missing.length} packages in Debian ${this.suite}…`);
    await done(this.run(['apt-get', 'update', '-qq'], { network: true }), 'the list of packages');
    const known = await this.run(['apt-cache', 'show', '--no-all-versions', ...missing]);
    const offered = new Set([...known.output.matchAll(/^Package: (\S+)$/gm)].map(([, name]) => name));
    const unknown = missing.filter((name) => !offered.has(name));
    if (unknown.length > 0)
      print(`Debian ${this.suite} has no ${unknown.join(', ')}: tests that need them are skipped.`);
    const wanted = missing.filter((name) => offered.has(name));
    const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...wanted];
    await done(this.run(['DEBIAN_FRONTEND=noninteractive', ...install], { network: true }), 'the packages');
  }

  /**
   * A command in it, as root. By default it has a separate network: clients of X first look for
   * their display among its abstract sockets, which include those of this machine's other desktops.
   * @param {readonly string[]} command
   * @param {import('../run.mjs').RunOptions & { network?: boolean }} [options]
   */
  async run(command, { network = false, ...options } = {}) {
    this.#electron ??= dirname((await findElectron()).executable);
    const own = [
      '--mount',
      '--pid',
      '--ipc',
      ...(network ? [] : ['--net']),
      '--fork',
      '--kill-child',
      'bash',
      '-c',
      enter,
      'enter',
    ];
    return run('unshare', [...own, this.folder, root, process.execPath, this.#electron, ...command], options);
  }
}

/** This machine's package mirror. @param {Suite} suite */
function mirrorOf(suite) {
  const sources = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'].filter((file) =>
    existsSync(file),
  );
  for (const file of sources) {
    const [, found] = /^(?:URIs: *|deb (?:\[[^\]]*\] )?)(https?:\S+)/m.exec(readFileSync(file, 'utf8')) ?? [];
    if (found) return found.replace(/\/$/, '');
  }
  print(`This machine names no mirror: Debian ${suite} comes from deb.debian.org.`);
  return 'http://deb.debian.org/debian';
}

/**
 * @param {Promise<{ code: number, output: string }>} work
 * @param {string} what
 */
async function done(work, what) {
  const { code, output } = await work;
  if (code !== 0) throw new CannotGoOn(`${what} could not be installed:\n${output.split('\n').slice(-12).join('\n')}`);
}
