import { ensureBuilt } from './lib/build.mjs';
import { startChild } from './lib/children.mjs';
import { runningDesktop } from './lib/desktop.mjs';
import { displayArguments, sandboxArguments } from './lib/electron-arguments.mjs';
import { findElectron } from './lib/electron-runtime.mjs';
import { sandboxProblem } from './lib/electron-sandbox.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { root } from './lib/paths.mjs';
import { startSampleApps } from './lib/sample-apps.mjs';
import { ensureSystemPackages } from './lib/system-packages.mjs';
import { CannotGoOn, runScript, print } from './lib/run-script.mjs';
import { startVirtualDesktop } from './lib/virtual-desktop.mjs';

await runScript(async () => {
  await ensurePackages();
  const running = await runningDesktop();
  await ensureSystemPackages(running ? ['electron'] : ['electron', 'display', 'samples']);
  await ensureBuilt();
  const electron = await findElectron();
  print(electron.why);
  const problem = sandboxProblem(electron.executable);
  if (problem !== '') throw new CannotGoOn(problem);
  const desktop = running ?? (await virtualDesktop());
  const code = await runApp(electron.executable, desktop);
  await desktop.close();
  return code;
});

async function virtualDesktop() {
  const desktop = await startVirtualDesktop();
  const apps = startSampleApps(desktop.env);
  const { display, authority } = desktop;
  print(`There is no desktop here: Deskscope runs on a virtual one, display ${display}, with ${apps.join(' and ')}.`);
  print(`Start programs on it:  export DISPLAY=${display} XAUTHORITY=${authority}`);
  print('Take a picture of it:  scrot desktop.png');
  print('Watch and use it:      x11vnc -localhost   (package x11vnc, then any VNC viewer)');
  print('Ctrl+C ends all of it.');
  return desktop;
}

/**
 * Runs the app in the foreground until it is closed.
 * @param {string} executable
 * @param {import('./lib/virtual-desktop.mjs').Desktop} desktop
 * @returns {Promise<number>} its exit code
 */
function runApp(executable, { env, virtual }) {
  const sandbox = sandboxArguments({ platform: process.platform, uid: process.getuid?.() });
  if (sandbox.length > 0) print('As root, Chromium runs without its sandbox (--no-sandbox). Prefer an ordinary user.');
  // Without a graphics card and a system bus, Chromium complains about both and continues.
  const quiet = virtual ? ['--disable-gpu', '--log-level=3'] : [];
  // npm changes to the project's folder; the user's paths are relative to theirs.
  const cwd = process.env['INIT_CWD'] ?? process.cwd();
  // In the terminal's own group, which gets Ctrl+C; on Windows, where it gets none, it ends with us. Hiding its console there
  // would hide its window.
  const app = startChild(executable, [...sandbox, ...displayArguments(env), ...quiet, root, ...process.argv.slice(2)], {
    env,
    cwd,
    stdio: 'inherit',
    detached: false,
    windowsHide: false,
  });
  return new Promise((resolve, reject) => {
    app.on('error', reject);
    app.on('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
}
