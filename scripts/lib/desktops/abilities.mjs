/** @typedef {{ name: string, state: 'passed' | 'failed' | 'skipped' }} Test by its file, groups and title */
/** @typedef {'yes' | 'no' | 'partly' | 'not tried'} Answer */

/** Abilities by test names; the first match counts. */
const abilities = /** @type {const} */ ([
  ['See', /distribution’s own reader sees|lists apps of Wayland/],
  ['Hit', /answers hits where|where (it is|they are) picked|hits what it means|clicks: 7/],
  ['Menus, lists, dialogs', /hits the entry of a menu|has (context )?menus|lists? .*drops? down|has dialogs|tool tips/],
  ['Any text (`é ß 漢字 Ω я 🙂`)', /any character into apps|any text › reaches/],
  ['Clipboard kept', /leaves what was copied|left? the clipboard|restores the clipboard|gives it back as it was/],
  ['Act', /atspi\/patterns\/|is clicked where|calculates what is clicked|acts on windows|orders in a form/],
  [
    'Picture of a covered window',
    /windows? that (others cover|another covers)|whole where another window covers|pictures that are larger/,
  ],
  ['Outline', /outlines a place|outline › is on the screen/],
  ['Pick', /while somebody picks|takes pointer and keys/],
  ['Record', /› records (what|nothing)|records text typed into fields/],
  ['Replay', /› replays what was recorded/],
  ['Own desktop', /on an own desktop/],
]);

/** In report order. */
export const abilityNames = abilities.map(([name]) => name);

/** Files whose outermost groups are desktops. */
const ofSeveral = /(wayland\/(recording|recording-fields|recording-forms|forms|by-apps)|desktops\/wayland)\.linux/;

/**
 * Tests of a desktop: files for several desktops have a group for each.
 * @param {readonly Test[]} tests
 * @param {readonly string[]} groups
 */
export function testsOf(tests, groups) {
  const isOwn = (/** @type {string} */ name) => groups.some((group) => name.includes(` › ${group} › `));
  return tests.filter(({ name }) => !ofSeveral.test(name) || isOwn(name));
}

/**
 * Results of a run.
 * @param {readonly Test[]} tests
 * @returns {Record<string, Answer>} without untested abilities
 */
export function shownBy(tests) {
  return Object.fromEntries(
    abilities.flatMap(([ability]) => {
      const own = tests.filter(({ name }) => abilityOf(name) === ability).map(({ state }) => state);
      const tried = own.filter((state) => state !== 'skipped');
      if (tried.length === 0) return [];
      const passed = tried.filter((state) => state === 'passed').length;
      return [[ability, passed === tried.length ? 'yes' : passed === 0 ? 'no' : 'partly']];
    }),
  );
}

/** @param {string} name */
function abilityOf(name) {
  return abilities.find(([, fits]) => fits.test(name))?.[0];
}
