import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { sessionNames } from './inside/order.ts';
import { wallNames } from './walls.ts';

export { sessionNames };

/** The file that describes desktops, in the current folder. */
export const profileFile = 'deskscope.yaml';

const size = z
  .string()
  .regex(/^\d{3,5}x\d{3,5}$/, 'must be WIDTHxHEIGHT in pixels, such as 1600x1000')
  .transform((text) => {
    const [width = 0, height = 0] = text.split('x').map(Number);
    return { width, height };
  })
  .refine(({ width, height }) => Math.max(width, height) <= 16_384, 'must be at most 16384 pixels wide and high');

const app = z.union([z.string().min(1), z.tuple([z.string().min(1)], z.string())]);

const milliseconds = z.int().min(100).max(600_000);

const desktop = z.strictObject({
  session: z.enum(sessionNames).default('x11'),
  size: size.prefault('1600x1000'),
  /** Whole: toolkits know no other on X11. */
  scale: z.int().min(1).max(4).default(1),
  locale: z
    .string()
    .regex(/^[\w.@-]+$/, 'must be the name of a locale, such as de_DE.UTF-8')
    .default('C.UTF-8'),
  /** A theme of GTK. */
  theme: z
    .string()
    .regex(/^[\w:. -]+$/, 'must be the name of a GTK theme, such as Adwaita:dark')
    .optional(),
  /** Programs to start, each with its arguments. */
  apps: z
    .array(app)
    .max(20)
    .default([])
    .transform((apps) => apps.map((each) => (typeof each === 'string' ? ([each] as const) : each))),
  readable: z.array(z.string().min(1)).max(100).default([]),
  writable: z.array(z.string().min(1)).max(100).default([]),
  network: z.boolean().default(false),
  walls: z.enum(wallNames).optional(),
  /** How long one that an agent opened stays at most, in minutes. */
  lifetime: z.int().min(1).max(1_440).default(30),
  timeouts: z
    .strictObject({
      /** Until the desktop is ready. */
      start: milliseconds.default(20_000),
      /** Until an app's first window shows. */
      app: milliseconds.default(20_000),
    })
    .prefault({}),
});

/** The configuration of Deskscope's own desktops. Paths are absolute, times in milliseconds. */
export type DesktopProfile = z.output<typeof desktop>;

/**
 * Reads a profile: the file that a person named, else `deskscope.yaml` of the current folder, else the defaults. A file
 * found there may be a stranger's, so it grants nothing beyond its own folder: no paths, no network and no weaker
 * walls.
 * @throws AppError `not_found`, or `invalid_parameter` with the field
 */
export function readProfile(named: string | undefined, folder = process.cwd()): DesktopProfile {
  const file = path.resolve(folder, named ?? profileFile);
  if (!existsSync(file)) {
    if (named === undefined) return desktop.parse({});
    throw new AppError('not_found', `There is no ${file}.`);
  }
  const profile = resolvePaths(parseProfile(readFileSync(file, 'utf8'), file), path.dirname(file), file);
  if (named === undefined) requireModest(profile, path.dirname(file));
  return profile;
}

/**
 * A profile that a program itself has; its paths are relative to a folder.
 * @throws AppError `not_found`, or `invalid_parameter` with the field
 */
export function profileFrom(fields: object, folder: string): DesktopProfile {
  const what = 'the profile';
  return resolvePaths(parseProfile(JSON.stringify({ desktop: fields }), what), folder, what);
}

/** @throws AppError `invalid_parameter` with the field and its valid values */
export function parseProfile(text: string, file: string): DesktopProfile {
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 100 });
  } catch (error) {
    throw new AppError('invalid_parameter', `${file} is not YAML: ${(error as Error).message.split('\n')[0] ?? ''}`);
  }
  const known = z.looseObject({ desktop: desktop.prefault({}) }).safeParse(value ?? {});
  if (known.success) return known.data.desktop;
  const [issue] = known.error.issues;
  const field = issue?.path.join('.') || 'the file';
  throw new AppError('invalid_parameter', `${file}: ${quoted(field)} ${sentence(issue?.message ?? 'is not valid')}`, {
    hint: 'docs/own-desktops.md lists the fields.',
  });
}

/** Zod's sentences begin with a capital and name no field. */
function sentence(message: string): string {
  return `${message.replace(/^Invalid input: expected/, 'must be').replace(/^[A-Z]/, (first) => `is wrong: ${first.toLowerCase()}`)}.`;
}

function resolvePaths(profile: DesktopProfile, folder: string, file: string): DesktopProfile {
  const resolved = (field: 'readable' | 'writable') =>
    profile[field].map((name, index) => {
      const full = path.resolve(folder, name.replace(/^~(?=\/|$)/, homedir()));
      if (existsSync(full)) return realpathSync(full);
      throw new AppError('not_found', `${file}: \`desktop.${field}.${index}\` names ${full}, which does not exist.`);
    });
  return { ...profile, readable: resolved('readable'), writable: resolved('writable') };
}

function requireModest({ readable, writable, network, walls }: DesktopProfile, folder: string): void {
  const home = realpathSync(folder);
  const outside = [...readable, ...writable].find((file) => file !== home && !file.startsWith(`${home}/`));
  const wish =
    (network && '`network: true`') ||
    (walls && walls !== 'bwrap' && `\`walls: ${walls}\``) ||
    (outside && `${outside}, which is outside its folder`);
  if (!wish) return;
  throw new AppError('permission_denied', `${profileFile} of this folder asks for ${wish}.`, {
    hint: `Read the file. If that is what you want, name it: --desktop-profile ${profileFile}.`,
  });
}
