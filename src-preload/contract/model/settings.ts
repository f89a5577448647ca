import { z } from 'zod';
import { globalKeys } from './recordings/global-keys.ts';
import { localAddress } from './agents/model-provider.ts';
import { defaultDestructiveWords, defaultSensitiveApps } from './permissions/permission-defaults.ts';
import { destructiveWords, permissionRules, policyModes, sensitiveApps } from './permissions/permission.ts';
import { toolSetNames } from './tools/tool-sets.ts';

/** Sets of tools for agents: UFO's own, or the same abilities arranged for models. */
export const toolSet = z.enum(toolSetNames);
export type ToolSet = z.output<typeof toolSet>;

/**
 * A global chord: at least two modifiers, since all apps lose it; never
 * ctrl+alt+letter, which types characters on many layouts.
 */
export const globalKey = z
  .string()
  .regex(
    /^(?=(?:\w+\+){2})(ctrl\+)?(shift\+)?(alt\+)?(meta\+)?(F([1-9]|1\d|2[0-4])|Escape|End|Home|Insert|Delete)$/,
    'expected e.g. ctrl+shift+F9',
  );

/** A key with another function could not halt. */
export const haltKey = globalKey
  .refine((key) => key !== globalKeys.pick, 'expected another key: this one picks an element')
  .refine((key) => key !== globalKeys.record, 'expected another key: this one records');

/** An absolute folder path. */
export const allowedFolder = z
  .string()
  .trim()
  .regex(/^(\/|[A-Za-z]:[\\/])/, 'expected the whole path of a folder');

/** Relative paths would depend on where Deskscope was started. */
const wholePath = z
  .string()
  .trim()
  .regex(/^(\/|[A-Za-z]:[\\/])/, 'expected the whole path of a file');

/** `system` follows the desktop, including its contrast preference. */
export const theme = z.enum(['system', 'light', 'dark', 'high-contrast-light', 'high-contrast-dark']);

/** Height of the rows of trees and lists. */
export const density = z.enum(['comfortable', 'compact']);

/** Address of the newest release: no one between may forge it, so unencrypted only on this machine. */
export const releasesAddress = z
  .string()
  .trim()
  .regex(
    /^(https:\/\/[^\s/@]+|http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?)(\/[^\s@]*)?$/,
    'expected an address that begins with https://',
  );

/** How elements are read on Windows: `auto` uses UI Automation where complete, the others force it, or messages. */
export const elementBackend = z.enum(['auto', 'uia', 'win32']);

/**
 * The user's settings, saved with a version: their single definition. Every field has a default, so that an old file
 * stays readable.
 */
export const settings = z.object({
  version: z.literal(1).default(1),
  theme: theme.default('system'),
  density: density.default('comfortable'),
  showOutline: z.boolean().default(true),
  maximizeWindow: z.boolean().default(false),
  elementBackend: elementBackend.default('auto'),
  /** Address of the newest release, asked on request; if empty, the package's address, if any. */
  releases: releasesAddress.or(z.literal('')).default(''),
  /** Port of the MCP server on 127.0.0.1; 0 lets the system choose. */
  mcpPort: z.number().int().min(0).max(65535).default(8722),
  mcpEnabled: z.boolean().default(true),
  /** Tool sets at `/mcp`; every set also has its own address. */
  mcpToolSets: z.array(toolSet).min(1).default(['core']),
  /** Path of a configuration of Computers (UFO's `mcp.yaml`), whose tools agents get at `/mcp`; none if empty. */
  mcpConfig: z.string().trim().default(''),
  /** Address of the provider `local`, on this machine; none if empty. */
  localModelUrl: localAddress.default(''),
  /** Programs agents may start with `run_shell`, in addition to UFO's list. */
  allowedCommands: z.array(z.string().trim().min(1)).default([]),
  /** Folders for the tools of `file_ops`. */
  allowedFolders: z.array(allowedFolder).default([]),
  /** Path of a profile (`deskscope.yaml`) for agents' desktops; the defaults if empty. */
  desktopProfile: wholePath.or(z.literal('')).default(''),
  /** What agents may do without a question. */
  agentPolicy: z.enum(policyModes).exclude(['all']).default('ask'),
  /** The user's rules; the first match counts, and a denial takes precedence. */
  permissionRules: permissionRules.default([]),
  sensitiveApps: sensitiveApps.default([...defaultSensitiveApps]),
  destructiveWords: destructiveWords.default([...defaultDestructiveWords]),
  /** Limits per agent: calls per second, and concurrent calls. */
  callsPerSecond: z.number().int().min(1).max(100_000).default(200),
  callsAtOnce: z.number().int().min(1).max(10_000).default(32),
  /** A global key; see `global-keys.ts`. */
  haltKey: haltKey.default(globalKeys.halt),
  /** How long a replayed step waits for its element, in milliseconds. */
  stepTimeoutMs: z.number().int().min(1).max(600_000).default(5_000),
  /** Pause between two replayed steps, so that a user can watch, in milliseconds. */
  replayPauseMs: z.number().int().nonnegative().max(60_000).default(0),
  /** Number of runs to keep, and their total size; the oldest are deleted first, never a live one. */
  keptRuns: z.number().int().min(1).max(10_000).default(100),
  keptRunsMegabytes: z.number().int().min(1).max(1_000_000).default(2_000),
});
export type Settings = Readonly<z.output<typeof settings>>;

export const defaultSettings: Settings = settings.parse({});

/** Aliases from UFO's documents: valid in every file we read, and preferred to ours there. */
export const ufoNames = {
  MAXIMIZE_WINDOW: 'maximizeWindow',
  SHOW_VISUAL_OUTLINE_ON_SCREEN: 'showOutline',
} as const satisfies Record<string, keyof Settings>;

const { version: _, ...changeable } = settings.shape;
type Changeable = {
  -readonly [K in keyof typeof changeable]: z.ZodOptional<ReturnType<(typeof changeable)[K]['unwrap']>>;
};

/** Names of the settings that are a number. */
export type NumberSetting = {
  [K in keyof typeof changeable]: Settings[K] extends number ? K : never;
}[keyof typeof changeable];

/** The smallest and the largest value of a setting, both included. */
export function settingRange(name: NumberSetting): { readonly min: number; readonly max: number } {
  const { minValue, maxValue } = changeable[name].unwrap();
  return { min: minValue ?? -Infinity, max: maxValue ?? Infinity };
}

/** A change of some settings, without defaults: omitted fields stay unchanged instead of being reset. */
export const settingsChange = z.strictObject(
  Object.fromEntries(
    Object.entries(changeable).map(([name, field]) => [name, (field.unwrap() as z.ZodType).optional()]),
  ) as Changeable,
);
export type SettingsChange = { readonly [K in keyof typeof changeable]?: Settings[K] };
