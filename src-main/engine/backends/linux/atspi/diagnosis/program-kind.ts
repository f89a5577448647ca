import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ProcessFacts } from '../../processes/process.ts';
import type { LoadedToolkit } from '../../processes/toolkits-of-processes.ts';

/** The toolkit of a program, and what decides whether it exposes its elements. Measured on Debian 12. */
export interface ProgramKind {
  readonly name: string;
  /** An environment variable that disables accessibility, with the values that do. */
  readonly silencedBy?: { readonly variable: string; readonly values: RegExp };
  /** Checks at startup whether accessibility is on; lists the environment variables that override the check. */
  readonly asksAtStart?: { readonly overruledBy: readonly string[] };
  /** Exposes its elements as soon as accessibility is on, even at run time; lists the overriding environment variables. */
  readonly followsSetting?: { readonly overruledBy: readonly string[] };
  /** Queries the registry of the accessibility bus once, at startup. */
  readonly asksRegistryOnce?: boolean;
  /** Accessibility can no longer be turned on. */
  readonly offersNothing?: boolean;
  /** How to start the program with accessibility, if a restart on an accessible desktop is not enough. */
  readonly startWith?: string;
}

/** Read by atk-bridge with `atoi`, so only numbers other than 0 disable accessibility. */
const noBridge = { variable: 'NO_AT_BRIDGE', values: /^[1-9]/ };

export const chromium: ProgramKind = {
  name: 'Chromium',
  // https://source.chromium.org/chromium/chromium/src/+/main:ui/accessibility/platform/atk_util_auralinux.cc
  asksAtStart: { overruledBy: ['ACCESSIBILITY_ENABLED', 'GNOME_ACCESSIBILITY', 'QT_ACCESSIBILITY'] },
  startWith: '--force-renderer-accessibility',
};

/** Chromium is not included: programs of other toolkits that embed web pages load its files as well. */
const kinds: { readonly [toolkit in LoadedToolkit]?: ProgramKind } = {
  firefox: {
    name: 'Firefox',
    silencedBy: { variable: 'GNOME_ACCESSIBILITY', values: /^0/ },
    followsSetting: { overruledBy: ['GNOME_ACCESSIBILITY'] },
  },
  libreoffice: { name: 'LibreOffice', silencedBy: noBridge, startWith: 'SAL_USE_VCLPLUGIN=gtk3' },
  java: {
    name: 'Java',
    // By the environment, since many apps are started by scripts; by the boot class path, since `-jar` overrides the other.
    startWith:
      'JAVA_TOOL_OPTIONS="-Xbootclasspath/a:/usr/share/java/java-atk-wrapper.jar ' +
      '-Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper" ' +
      '(Debian’s package libatk-wrapper-java has both parts)',
  },
  qt6: { name: 'Qt 6', asksAtStart: { overruledBy: ['QT_LINUX_ACCESSIBILITY_ALWAYS_ON'] } },
  qt5: { name: 'Qt 5', asksRegistryOnce: true },
  gtk4: { name: 'GTK 4', silencedBy: { variable: 'GTK_A11Y', values: /^(none|test)$/ } },
  gtk3: { name: 'GTK 3', silencedBy: noBridge },
  gtk2: { name: 'GTK 2', offersNothing: true },
};

/** Null for a program that uses no toolkit with known accessibility support. */
export function kindOf({ executable, toolkits }: ProcessFacts): ProgramKind | null {
  if (isChromium(executable)) return chromium;
  return toolkits.map((toolkit) => kinds[toolkit]).find((kind) => kind !== undefined) ?? null;
}

/** Every program built on Chromium ships resource packs next to its executable. */
function isChromium(executable: string): boolean {
  const folder = dirname(executable);
  return (
    executable !== '' && ['resources.pak', 'chrome_100_percent.pak'].some((file) => existsSync(join(folder, file)))
  );
}
