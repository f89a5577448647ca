import type { KeyChord } from '#contract/model/recordings/action';
import { spellChord } from '#contract/model/recordings/chord';
import { describeStep, type Step } from '#contract/model/recordings/recording';
import { quoted } from '#contract/foreign-text';
import { fits, namedBy } from './patterns.ts';
import { programChord, startsPrograms, type StarterFacts } from './programs.ts';

/**
 * Apps that open files with other programs, or run text typed into a part of them: file managers by their address bars
 * and a double click, editors by their command lines, interpreters by their prompts. Their user knows this; the user of
 * a stranger's recording does not. File names of executables and window classes.
 */
const fileManagers = words(`
  nautilus *.nautilus thunar* pcmanfm* dolphin *.dolphin nemo caja spacefm rox* doublecmd* krusader *.krusader
  konqueror* io.elementary.files *-files cosmic-files index peony ranger mc worker xfe gentoo *commander*
`);
const runners = words(`
  code code-* codium vscodium cursor windsurf zed* atom sublime_text subl emacs* *.emacs gvim* vim* nvim* neovide
  kate* *.kate kdevelop* gnome-builder geany* lapce helix idea* *jetbrains* pycharm* webstorm* clion* rider* goland*
  phpstorm* rubymine* datagrip* studio studio64* eclipse* netbeans* idle* spyder* jupyter-* *qtconsole* ipython*
  rstudio* matlab* octave* scilab* mathematica* tkcon* bluej* thonny* qtcreator* virt-manager *virt-viewer* remmina*
  code.exe devenv.exe powershell_ise.exe notepad++*.exe mmc.exe regedit.exe winword.exe excel.exe *.virt-manager
`);
const browsers = words(`
  firefox* *-firefox librewolf* waterfox* tor-browser* *.firefox chrome chrome-* *chromium* google-chrome* msedge* microsoft-edge* brave* opera*
  vivaldi* epiphany* *.epiphany falkon* qutebrowser* midori* konqueror* min safari electron*
`);
/** Titles of browsers' developer tools in their own window. */
const developerTools = ['*devtools*', '*developer tools*', '*web inspector*', '*browser toolbox*', '*browser console*'];
/** Chords that open developer tools in browsers, from Firefox's and Chromium's menus. */
const toolChords: ReadonlySet<string> = new Set(
  words(
    'F12 ctrl+shift+i ctrl+shift+j ctrl+shift+k ctrl+shift+c ctrl+shift+e ctrl+shift+m shift+F5 shift+F7 shift+F12 ctrl+alt+shift+i',
  ),
);

/** Why acts of a stranger's recording in a window may start a program, for the user; null if they may not. */
export function reachesPrograms(window: StarterFacts): string | null {
  const name = quoted(window.app || window.className || window.title);
  const starts = startsPrograms(window);
  if (starts !== null) return starts;
  if (namedBy(fileManagers, window) !== null) return `the file manager ${name}`;
  if (namedBy(runners, window) !== null) return `${name}, which runs what is typed into it`;
  return developerTools.some((title) => fits(title, window.title))
    ? `the developer tools ${quoted(window.title)}`
    : null;
}

/** As {@link programChord}, and the keys that open the developer tools of a browser. */
export function reachesProgramsBy(chord: KeyChord, windows: readonly StarterFacts[]): string | null {
  const started = programChord(chord);
  if (started !== null) return started;
  const plain = spellChord(chord).chord ?? chord;
  const inBrowser = toolChords.has(plain) && windows.some((window) => namedBy(browsers, window) !== null);
  return inBrowser ? `${plain}, which opens developer tools` : null;
}

/** A program that one step of a recording would start, or could start through an app. */
export interface RecordedStart {
  /** The id of the step. */
  readonly step: string;
  /** The act, and why it needs a question: `Type “ls” (the terminal “xterm”)`. */
  readonly sentence: string;
}

/**
 * The programs that steps of a recording would start, enabled or not, as far as the steps and the open windows show.
 * @param isOwn made by this user here: then only programs started by name
 */
export function recordedStarts(
  steps: readonly Step[],
  { windows, isOwn }: { readonly windows: readonly StarterFacts[]; readonly isOwn: boolean },
): readonly RecordedStart[] {
  return steps.flatMap((step) => {
    const description = describeStep(step);
    if (step.action.type === 'launch') return [{ step: step.id, sentence: description }];
    if (isOwn || handlesNothing.has(step.action.type)) return [];
    const intended = intendedWindows(step, windows);
    const keys = step.action.type === 'pressKeys' ? [step.action.keys] : [];
    const reasons = [...intended.map(reachesPrograms), ...keys.map((chord) => reachesProgramsBy(chord, intended))];
    const why = reasons.find((reason) => reason !== null);
    return why === undefined ? [] : [{ step: step.id, sentence: `${description} (${why})` }];
  });
}

/** They move and show windows, wait or look; none touches a window's content. */
const handlesNothing: ReadonlySet<string> = new Set(['window', 'placeWindow', 'expect', 'wait']);

/** A step's window as it was recorded, and the open ones that may match it. */
function intendedWindows({ window, ontoWindow }: Step, open: readonly StarterFacts[]): readonly StarterFacts[] {
  return [window, ...(ontoWindow ? [ontoWindow.match] : [])].flatMap((match) => {
    const { title = '', app = '', className = '' } = match;
    // An import knows only a title, which for terminals is often their name.
    const recorded = { app: app || title, title, className };
    const isIntended = (other: StarterFacts) =>
      (app === '' || other.app === app) &&
      (className === '' || other.className === className) &&
      (title === '' || app !== '' || other.title.toLowerCase().includes(title.toLowerCase()));
    return [recorded, ...(app || className || title ? open.filter(isIntended) : open)];
  });
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
