import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron } from '@playwright/test';
import { displayArguments, sandboxArguments } from '../electron-arguments.mjs';
import { findElectron } from '../electron-runtime.mjs';
import { root } from '../paths.mjs';

/** How long a person takes to answer a question, in milliseconds: less than a minute, since some clients wait no longer. */
const answerAfterMs = 50_000;

/**
 * The built app like a user's, which asks before an agent acts.
 * @param {NodeJS.ProcessEnv} env of its desktop
 * @param {string} [profile] its folder; default: a temporary one
 */
export async function startApp(env, profile = mkdtempSync(join(tmpdir(), 'deskscope-profile-'))) {
  mkdirSync(profile, { recursive: true });
  const settings = join(profile, 'settings.json');
  writeSettings(settings, {});
  const electron = await _electron.launch({
    executablePath: (await findElectron()).executable,
    chromiumSandbox: true,
    args: [
      ...sandboxArguments({ platform: process.platform, uid: process.getuid?.() }),
      ...displayArguments(env),
      root,
      `--user-data-dir=${profile}`,
    ],
    env: Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    timeout: 60_000,
  });
  await listening(join(profile, 'mcp-endpoint.json'));
  return {
    profile,
    settings,
    /** Answers the next question, late; settles afterwards. @param {AbortSignal} signal ends the wait */
    answerLate: (signal) => answerLate(electron, signal),
    /** Allows every question. @param {AbortSignal} signal ends it */
    answerAll: (signal) => answerAll(electron, signal),
    /** The bar shown while the user records. */
    recordBar: () => pageOf(electron, 'record-bar.html'),
    async close() {
      await electron.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Settings beside the defaults, and the port chosen by the system.
 * @param {string} file
 * @param {object} settings
 */
export function writeSettings(file, settings) {
  writeFileSync(file, JSON.stringify({ version: 1, mcpPort: 0, ...settings }));
}

/** @param {string} endpoint */
async function listening(endpoint) {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await pause(100)) {
    try {
      readFileSync(endpoint);
      return;
    } catch {
      // Not yet.
    }
  }
  throw new Error(`The app did not write ${endpoint}.`);
}

/**
 * @param {import('@playwright/test').ElectronApplication} electron
 * @param {AbortSignal} signal
 * @returns {Promise<boolean>} whether there was a question, and it was answered
 */
async function answerLate(electron, signal) {
  while (!signal.aborted) {
    const page = electron.windows().find((one) => one.url().includes('permission.html'));
    if (page) {
      await page.locator('[data-ready="true"]').waitFor();
      await pause(answerAfterMs);
      await page.getByTestId('allow-session').click({ timeout: 5_000 });
      return true;
    }
    await pause(100);
  }
  return false;
}

/**
 * @param {import('@playwright/test').ElectronApplication} electron
 * @param {AbortSignal} signal
 */
async function answerAll(electron, signal) {
  while (!signal.aborted) {
    const page = electron.windows().find((one) => one.url().includes('permission.html'));
    // It may close meanwhile.
    await page
      ?.locator('[data-ready="true"]')
      .waitFor({ timeout: 2_000 })
      .catch(() => undefined);
    await page
      ?.getByTestId('allow-once')
      .click({ timeout: 2_000 })
      .catch(() => undefined);
    await pause(100);
  }
}

/**
 * @param {import('@playwright/test').ElectronApplication} electron
 * @param {string} name
 */
async function pageOf(electron, name) {
  for (const deadline = Date.now() + 90_000; Date.now() < deadline; await pause(100)) {
    const page = electron.windows().find((one) => one.url().includes(name));
    if (page) return page;
  }
  throw new Error(`The app did not show ${name}.`);
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
