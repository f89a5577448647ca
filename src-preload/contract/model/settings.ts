import { z } from 'zod';
import { globalKeys } from './recordings/global-keys.ts';
import { localAddress } from './agents/model-provider.ts';
import { defaultDestructiveWords, defaultSensitiveApps } from './permissions/permission-defaults.ts';
import { destructiveWords, permissionRules, policyModes, sensitiveApps } from './permissions/permission.ts';
import { toolSetNames } from './tools/tool-call.ts';

/** Groups of tools that an agent may be shown: UFO's own, or the same abilities cut for models. */
export const toolSet = z.enum(toolSetNames);
export type ToolSet = z.output<typeof toolSet>;

/**
 * A chord that works whichever app is in front: with two modifiers at least, as what it holds is lost to all apps; never
 * ctrl+alt+letter, which types characters on many layouts.
 */
export const globalKey = z
  .string()
  .regex(
    /^(?=(?:\w+\+){2})(ctrl\+)?(shift\+)?(alt\+)?(meta\+)?(F([1-9]|1\d|2[0-4])|Escape|End|Home|Insert|Delete)$/,
    'expected e.g. ctrl+shift+F9',
  );

/** A key that started something else as well would not halt. */
export const haltKey = globalKey
  .refine((key) => key !== globalKeys.pick, 'expected another key: this one picks an element')
  .refine((key) => key !== globalKeys.record, 'expected another key: this one records');

/** The whole path of a folder. */
export const allowedFolder = z
  .string()
  .trim()
  .regex(/^(\/|[A-Za-z]:[\\/])/, 'expected the whole path of a folder');

/** What is current where Deskscope was started means nothing to a person. */
const wholePath = z
  .string()
  .trim()
  .regex(/^(\/|[A-Za-z]:[\\/])/, 'expected the whole path of a file');

/** `system` follows the desktop, including its contrast preference. */
export const theme = z.enum(['system', 'light', 'dark', 'high-contrast-light', 'high-contrast-dark']);

/** Who is asked for the newest release: nobody on the way may answer for them, so not unencrypted from another machine. */
export const releasesAddress = z
  .string()
  .trim()
  .regex(
    /^(https:\/\/[^\s/@]+|http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?)(\/[^\s@]*)?$/,
    'expected an address that begins with https://',
  );

/** How elements are read on Windows: `auto` by UI Automation where it is whole, the others insist on it, or on messages. */
export const elementBackend = z.enum(['auto', 'uia', 'win32']);

/**
 * The user's settings, saved with a version: the one description of them. Every field has a default, so that an old file
 * stays readable.
 */
export const settings = z.object({
  version: z.literal(1).default(1),
  theme: theme.default('system'),
  showOutline: z.boolean().default(true),
  maximizeWindow: z.boolean().default(false),
  elementBackend: elementBackend.default('auto'),
  /** Who is asked for the newest release, once a person asks; where empty whom the package names, if any. */
  releases: releasesAddress.or(z.literal('')).default(''),
  /** Port of the MCP server on 127.0.0.1; 0 lets the system choose. */
  mcpPort: z.number().int().min(0).max(65535).default(8722),
  mcpEnabled: z.boolean().default(true),
  /** What agents are shown at `/mcp`; every set has an address of its own beside it. */
  mcpToolSets: z.array(toolSet).min(1).default(['core']),
  /** The path of a configuration of Computers (UFO's `mcp.yaml`), whose tools agents get at `/mcp`; none if empty. */
  mcpConfig: z.string().trim().default(''),
  /** Where models of the provider `local` are, on this machine; nowhere where empty. */
  localModelUrl: localAddress.default(''),
  /** Programs that agents may start with `run_shell`, beside those on UFO's list. */
  allowedCommands: z.array(z.string().trim().min(1)).default([]),
  /** Folders in which agents may work with the tools of `file_ops`. */
  allowedFolders: z.array(allowedFolder).default([]),
  /** The path of a profile of desktops (`deskscope.yaml`), for those that agents open; the defaults where empty. */
  desktopProfile: wholePath.or(z.literal('')).default(''),
  /** What agents may do without being asked. */
  agentPolicy: z.enum(policyModes).exclude(['all']).default('ask'),
  /** Rules of the user's own; the first that fits holds, and a denial holds before all else. */
  permissionRules: permissionRules.default([]),
  sensitiveApps: sensitiveApps.default([...defaultSensitiveApps]),
  destructiveWords: destructiveWords.default([...defaultDestructiveWords]),
  /** Calls that one agent may make in a second, and have under way at once. */
  callsPerSecond: z.number().int().positive().max(100_000).default(200),
  callsAtOnce: z.number().int().positive().max(10_000).default(32),
  /** Works whichever app is in front; see `global-keys.ts`. */
  haltKey: haltKey.default(globalKeys.halt),
  /** How long a replayed step waits for its element, in milliseconds. */
  stepTimeoutMs: z.number().int().positive().max(600_000).default(5_000),
  /** How long a replay rests between two steps, so that a person can watch, in milliseconds. */
  replayPauseMs: z.number().int().nonnegative().max(60_000).default(0),
  /** How many runs are kept, and how much they may take together; the oldest go first, never one that is written. */
  keptRuns: z.number().int().positive().max(10_000).default(100),
  keptRunsMegabytes: z.number().int().positive().max(1_000_000).default(2_000),
});
export type Settings = Readonly<z.output<typeof settings>>;

export const defaultSettings: Settings = settings.parse({});

/** What UFO's documents call some of them: these names mean the same in every file we read, and win over ours there. */
export const ufoNames = {
  MAXIMIZE_WINDOW: 'maximizeWindow',
  SHOW_VISUAL_OUTLINE_ON_SCREEN: 'showOutline',
} as const satisfies Record<string, keyof Settings>;

const { version: _, ...changeable } = settings.shape;
type Changeable = {
  -readonly [K in keyof typeof changeable]: z.ZodOptional<ReturnType<(typeof changeable)[K]['unwrap']>>;
};

/** A change of some settings. Without the defaults: what is not named is not changed, instead of put back. */
export const settingsChange = z.strictObject(
  Object.fromEntries(
    Object.entries(changeable).map(([name, field]) => [name, (field.unwrap() as z.ZodType).optional()]),
  ) as Changeable,
);
export type SettingsChange = { readonly [K in keyof typeof changeable]?: Settings[K] };
