import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ProcessFacts } from '../../processes/process.ts';
import type { LoadedToolkit } from '../../processes/toolkits-of-processes.ts';

/** What a program is built with, and what decides whether it offers its elements. Measured on Debian 12. */
export interface ProgramKind {
  readonly name: string;
  /** An environment variable that silences it, with the values that do. */
  readonly silencedBy?: { readonly variable: string; readonly values: RegExp };
  /** It looks once, when it starts, whether accessibility is on; the environment variables that overrule what it finds. */
  readonly asksAtStart?: { readonly overruledBy: readonly string[] };
  /** It offers its elements as soon as accessibility is on, also while it runs; the environment variables that overrule that. */
  readonly followsSetting?: { readonly overruledBy: readonly string[] };
  /** It asks the registry of the accessibility bus once, when it starts. */
  readonly asksRegistryOnce?: boolean;
  /** Nothing makes it offer its elements any more. */
  readonly offersNothing?: boolean;
  /** How to start it so that it offers its elements, where starting it again on a desktop with accessibility is not enough. */
  readonly startWith?: string;
}

/** Read by atk-bridge, whose `atoi` makes only numbers other than 0 silence it. */
const noBridge = { variable: 'NO_AT_BRIDGE', values: /^[1-9]/ };

export const chromium: ProgramKind = {
  name: 'Chromium',
  // https://source.chromium.org/chromium/chromium/src/+/main:ui/accessibility/platform/atk_util_auralinux.cc
  asksAtStart: { overruledBy: ['ACCESSIBILITY_ENABLED', 'GNOME_ACCESSIBILITY', 'QT_ACCESSIBILITY'] },
  startWith: '--force-renderer-accessibility',
};

/** Chromium is not among them: a program of another toolkit that shows pages has its files loaded as well. */
const kinds: { readonly [toolkit in LoadedToolkit]?: ProgramKind } = {
  firefox: {
    name: 'Firefox',
    silencedBy: { variable: 'GNOME_ACCESSIBILITY', values: /^0/ },
    followsSetting: { overruledBy: ['GNOME_ACCESSIBILITY'] },
  },
  libreoffice: { name: 'LibreOffice', silencedBy: noBridge, startWith: 'SAL_USE_VCLPLUGIN=gtk3' },
  java: {
    name: 'Java',
    // By the environment, since many apps are started by scripts; by the boot class path, since `-jar` overrules the other.
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

/** Null for a program that uses none of the toolkits known to offer accessibility. */
export function kindOf({ executable, toolkits }: ProcessFacts): ProgramKind | null {
  if (isChromium(executable)) return chromium;
  return toolkits.map((toolkit) => kinds[toolkit]).find((kind) => kind !== undefined) ?? null;
}

/** Everything built on Chromium brings its resource packs beside its executable. */
function isChromium(executable: string): boolean {
  const folder = dirname(executable);
  return (
    executable !== '' && ['resources.pak', 'chrome_100_percent.pak'].some((file) => existsSync(join(folder, file)))
  );
}
