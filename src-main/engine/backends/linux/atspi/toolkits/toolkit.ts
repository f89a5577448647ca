import type { ControlType } from '#contract/model/elements/element';
import type { StateName } from '../vocabulary/states.ts';

export type ToolkitName = 'gtk3' | 'gtk4' | 'qt' | 'chromium' | 'gecko' | 'libreoffice' | 'java' | 'other';

/** How a toolkit has to be read: everything that is different between them, one file for each. */
export interface Toolkit {
  readonly name: ToolkitName;
  /**
   * `cache`: one call answers all nodes of the app. `growing cache`: the same, but only what was asked for before.
   * `slowing cache`: the same in a time that grows with the square of siblings.
   * `walk`: node by node, where that call is empty, short or fatal.
   */
  readonly reading: 'cache' | 'growing cache' | 'slowing cache' | 'walk';
  /** The indices of the cache are those that children have for their parents, where they count all of them. */
  readonly indicesHold: boolean;
  /** What places are asked for in: AT-SPI's coordinates of the screen, or those of the window. */
  readonly coordinates: 'screen' | 'window';
  /**
   * Where extents count from. `content`: the window's content, whatever was asked for. `mixed`: the screen for widgets of the
   * toolkit, and a place of its own for what the app draws itself. `pane`: where the window's first child claims that it is,
   * which is the content; except for what is in menus.
   */
  readonly origin: 'screen' | 'content' | 'mixed' | 'pane';
  /** Extents are in units that may be larger than pixels; the frame is as large as its window, or the content of that. */
  readonly scalesBy: 'bounds' | 'contentBounds' | null;
  /** Which state reports that an element can be seen. */
  readonly seenBy: 'showing' | 'visible';
  /** What is read-only counts as enabled, though its states have no word of that: a disabled element is never read-only. */
  readonly readOnlyIsEnabled: boolean;
  /** Icons of file managers, which take the focus, do not report that they are enabled. */
  readonly iconsAreEnabled: boolean;
  /** What has no size does not show, though it may report it. */
  readonly sizelessIsUnseen: boolean;
  /** Containers beyond which their content claims that it shows, where it would be if it were not cut off. */
  readonly cutters: ReadonlySet<string>;
  /** What opens over its window in the tree of what it opened from: no container around it cuts it off. */
  readonly uncut: ReadonlySet<string>;
  /** What is outside its window claims that it is hidden, as what the app hides does. */
  readonly hidesOutside: boolean;
  /** Children of a container that are pages have indices, and are in no list. */
  readonly pagesByIndex: boolean;
  /**
   * The app answers a hit with what a container cuts off at the point, and with what an open popup (Qt Quick: drawn in its window,
   * with the role of a dialog) keeps from all presses.
   */
  readonly hitsCutOff: boolean;
  /** What is on a page that does not show claims that it does; what the page holds does not contain its own middle. */
  readonly hidesByMiddle: boolean;
  /**
   * Parts of pages report their own visibility: an element without a size, or scrolled away, may contain elements placed
   * elsewhere (CSS `position`), and hides nothing.
   */
  readonly freesParts: boolean;
  /** The app's hits include elements of hidden pages. Their content is not among the children that the app lists. */
  readonly hitsUnseen: boolean;
  /** The first child of a container covers all others. */
  readonly firstOnTop: boolean;
  /** Where elements cover each other the app answers a hit with the lowest of them. */
  readonly hitsLowest: boolean;
  /** Check boxes and radio buttons report a smaller place than the one where they take presses. */
  readonly boxesReportLess: boolean;
  /**
   * If an app's answer to a hit is what gets a press there, with what takes no events left out: everywhere, in the pages of a
   * browser, or nowhere, since places alone decide it.
   */
  readonly pressesReportedBy: 'app' | 'pages' | 'nobody';
  /** Labels over something else may keep a press or let it through, which shows only once they have got it. */
  readonly textsKeepPresses: boolean;
  /**
   * A page whose body cuts off (CSS `overflow`) answers hits outside the body's own box with itself, whatever is placed there.
   */
  readonly missesBesideBody: boolean;
  /** One call answers all properties of an element as fast as one or two single ones; elsewhere it is slow or ends the app. */
  readonly answersAtOnce: boolean;
  /**
   * Where menus and lists stand that belong to no element of their window: in frames without a title beside it, or nowhere, so
   * that they are known only from the events of what becomes visible. Null if all are in the tree of the window.
   */
  readonly looseMenus: 'frames' | 'unlisted' | null;
  /** On Wayland, menus and lists count from their window as the app wanted them placed, wherever the compositor put them. */
  readonly menusAsWanted: boolean;
  /**
   * On a scaled output of Wayland pages count in pixels of their own: from the corner of the window, or from their own. Null if
   * they count as all that is around them.
   */
  readonly scaledPages: 'window' | 'corner' | null;
  /** The first answer to a hit is a guess; the right one comes a moment later. */
  readonly hitsLate: boolean;
  /** How long an app may take to report what differs in it already, in milliseconds. */
  readonly reportDelayMs: number;
  /** What has no name is called by its class. */
  readonly namesByClass: boolean;
  /** Whether a drop-down list is called by what is chosen in it: always, if the app gives it no name, or never. */
  readonly choiceAsName: 'always' | 'unnamed' | 'never';
  /** A drop-down list that is no field has a menu of its options, which keeps what is chosen. */
  readonly choiceIsInMenu: boolean;
  /** Paragraphs of documents have no names, and are named by their text. */
  readonly namesParagraphs: boolean;
  /** What has text that no element in it has, as pages of Firefox; elsewhere texts are elements of their own, or names. */
  readonly textHolders: ReadonlySet<string>;
  /** Where the developer's id of an element is: a property, the attribute `id`, or nowhere. */
  readonly idIn: 'property' | 'attribute' | null;
  /** What a drop-down list or a spin button shows, if it is no text to edit, is in its attributes; its text is parts alone. */
  readonly valueInAttributes: boolean;
  /** Ids that the toolkit makes up for what its developers gave none: of no use to find an element again. */
  readonly madeUpIds: RegExp | null;
  /** Reading the attributes of a frame turns its content on. */
  readonly wakesByAttributes: boolean;
  /** Elements can be asked to scroll themselves into view. */
  readonly scrollsTo: boolean;
  /** What scrolls has the role of a scroll pane; elsewhere every container of few parts may have scroll bars. */
  readonly scrollsInPanes: boolean;
  /** Scroll bars move their content when their value is set. */
  readonly movesScrollBars: boolean;
  /** What is selected in a list that drops down is the choice; elsewhere it takes a click to choose it. */
  readonly choosesInLists: boolean;
  /** Where items of a list are selected, those that the app hides count; they are no children of the list. */
  readonly selectsHidden: boolean;
  /**
   * Texts and numbers that fields are set to, and items that a list is asked to select, are not input: the handlers of a page are
   * not called, or all stays as it is. Actions of elements are.
   */
  readonly setsUnreported: boolean;
  /** A password field has no role of its own, and reports its text: only the display is hidden. */
  readonly hidesText: boolean;
  /** Buttons with the state PRESSED are toggle buttons that are on; nothing else distinguishes them from plain ones. */
  readonly pressedIsChecked: boolean;
  /**
   * An element with both `Toggle` and `Press` (Qt Quick; Qt widgets offer one of them) changes by either without the app's
   * handlers (`onToggled`, `onClicked`) being called. The same holds for values without minimum and maximum (`onMoved`).
   */
  readonly togglesUnreported: boolean;
  /** Buttons show for a moment that they are pressed, and click afterwards; a press meanwhile only restarts that. */
  readonly clicksLater: boolean;
  /** Roles that mean something else here than they do elsewhere; the first that fits holds. */
  readonly roles: readonly RoleRule[];
}

/**
 * An element of this role, and with the state and of the HTML tag that may be named, is such a control. Never asked about
 * a window itself.
 */
export interface RoleRule {
  readonly role: string;
  readonly with?: StateName;
  /** Only for toolkits with ids in the attributes, which contain the tag too. */
  readonly tag?: string;
  readonly means: ControlType;
}

/** What most toolkits have in common: the safe way of reading, and nothing special. */
export const plain = {
  reading: 'walk',
  indicesHold: true,
  coordinates: 'screen',
  origin: 'screen',
  scalesBy: null,
  seenBy: 'showing',
  readOnlyIsEnabled: false,
  iconsAreEnabled: false,
  sizelessIsUnseen: false,
  cutters: new Set<string>(),
  uncut: new Set<string>(),
  hidesOutside: false,
  pagesByIndex: false,
  hitsCutOff: false,
  hidesByMiddle: false,
  freesParts: false,
  hitsUnseen: false,
  firstOnTop: false,
  hitsLowest: false,
  boxesReportLess: false,
  pressesReportedBy: 'nobody',
  textsKeepPresses: false,
  missesBesideBody: false,
  answersAtOnce: false,
  looseMenus: null,
  menusAsWanted: false,
  scaledPages: null,
  hitsLate: false,
  reportDelayMs: 0,
  namesByClass: false,
  choiceAsName: 'never',
  choiceIsInMenu: false,
  namesParagraphs: false,
  textHolders: new Set<string>(),
  idIn: null,
  valueInAttributes: false,
  madeUpIds: null,
  wakesByAttributes: false,
  scrollsTo: false,
  scrollsInPanes: true,
  movesScrollBars: true,
  choosesInLists: true,
  selectsHidden: false,
  setsUnreported: false,
  hidesText: false,
  pressedIsChecked: false,
  togglesUnreported: false,
  clicksLater: false,
  roles: [],
} as const satisfies Omit<Toolkit, 'name'>;
