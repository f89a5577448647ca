/** @typedef {{ name: string, state: 'passed' | 'failed' | 'skipped' }} Test by its file, groups and title */
/** @typedef {'yes' | 'no' | 'partly' | 'not tried'} Answer */

/** What tests show, by their names; the first that fits counts. */
const abilities = /** @type {const} */ ([
  ['See', /distribution’s own reader sees|lists apps of Wayland/],
  ['Hit', /answers hits where|where (it is|they are) picked|hits what it means/],
  ['Menus, lists, dialogs', /hits the entry of a menu|has (context )?menus|lists? .*drops? down|has dialogs|tool tips/],
  ['Any text (`é ß 漢字 Ω я 🙂`)', /any character into apps/],
  ['Clipboard kept', /leaves what was copied|left? the clipboard|gives it back as it was/],
  ['Act', /atspi\/patterns\/|is clicked where|calculates what is clicked/],
  ['Picture of a covered window', /windows that others cover|shows pictures that are larger/],
  ['Outline', /outlines a place/],
  ['Pick', /while somebody picks/],
  ['Record', /› records (what|nothing)/],
  ['Replay', /› replays what was recorded/],
]);

/** In the order in which they are told. */
export const abilityNames = abilities.map(([name]) => name);

/**
 * Those of a desktop: files with tests of several have a group for each.
 * @param {readonly Test[]} tests
 * @param {string} [group]
 */
export function testsOf(tests, group) {
  return tests.filter(({ name }) => !isOfAnother(name, group));
}

/**
 * What a run has shown.
 * @param {readonly Test[]} tests
 * @returns {Record<string, Answer>} without those that no test tried
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

/**
 * @param {string} name
 * @param {string} [group]
 */
function isOfAnother(name, group) {
  return group !== undefined && name.includes('wayland/recording.linux') && !name.includes(` › ${group} › `);
}
