import type { ControlType } from '#contract/model/elements/element';
import type { StateName } from '../vocabulary/states.ts';

export type ToolkitName = 'gtk3' | 'gtk4' | 'qt' | 'chromium' | 'gecko' | 'libreoffice' | 'java' | 'webkit' | 'other';

/** How to read a toolkit: all differences between toolkits, one file each. */
export interface Toolkit {
  readonly name: ToolkitName;
  /**
   * `cache`: one call returns all nodes of the app. `growing cache`: same, but only nodes that were queried before. `slowing
   * cache`: same, in quadratic time in the number of siblings. `walk`: node by node, if that call is empty, incomplete or
   * fatal.
   */
  readonly reading: 'cache' | 'growing cache' | 'slowing cache' | 'walk';
  /** The cache's indices are the children's positions in their parents, if the parents list all of them. */
  readonly indicesHold: boolean;
  /** Coordinate type of queries: AT-SPI screen or window coordinates. */
  readonly coordinates: 'screen' | 'window';
  /**
   * Origin of extents. `content`: the window's content, whatever was requested. `mixed`: the screen for toolkit widgets, and
   * another origin for app-drawn content. `pane`: the reported position of the window's first child, which is the content;
   * except in menus.
   */
  readonly origin: 'screen' | 'content' | 'mixed' | 'pane';
  /** Extents are in units that may be larger than pixels; the frame is as large as the window or its content. */
  readonly scalesBy: 'bounds' | 'contentBounds' | null;
  /** Width of the shadow that a frame drawn by the app may include on the left, on the right and below, in its units. */
  readonly shadow: number;
  /** The state that reports visibility. */
  readonly seenBy: 'showing' | 'visible';
  /** Read-only elements count as enabled although no state says so: a disabled element is never read-only. */
  readonly readOnlyIsEnabled: boolean;
  /** Focusable icons in file managers do not report that they are enabled. */
  readonly iconsAreEnabled: boolean;
  /** Elements without a size are hidden, though they may report that they are showing. */
  readonly sizelessIsUnseen: boolean;
  /** Containers whose clipped content reports that it is showing, at its unclipped position. */
  readonly cutters: ReadonlySet<string>;
  /** Elements that open over the window but are in the tree of their opener: not clipped by containers. */
  readonly uncut: ReadonlySet<string>;
  /** Off-window elements report that they are hidden, like elements hidden by the app. */
  readonly hidesOutside: boolean;
  /** Pages have indices in their container but are not in its child list. */
  readonly pagesByIndex: boolean;
  /**
   * The app hits elements that a container clips at the point, and elements that an open popup (Qt Quick: drawn in its window,
   * with the dialog role) shields from presses.
   */
  readonly hitsCutOff: boolean;
  /** A popover in the window is a modal panel of it; a press elsewhere in the window only closes it. */
  readonly popoversHold: boolean;
  /** An editor over an item is not among the children of its list, table or tree, though its parents lead there. */
  readonly unlistsEditors: boolean;
  /** Content of hidden pages reports that it is showing; the page's child does not contain its own centre. */
  readonly hidesByMiddle: boolean;
  /**
   * Elements of pages report their own visibility: an element without a size, or scrolled away, may contain elements placed
   * elsewhere (CSS `position`), and hides nothing.
   */
  readonly freesParts: boolean;
  /** The same for whole documents that are scrolled. */
  readonly freesDocuments: boolean;
  /** The app's hits include elements of hidden pages. Their content is not among the listed children. */
  readonly hitsUnseen: boolean;
  /** Some hit tests are made one unit left of and above the point. */
  readonly roundsHits: boolean;
  /** Answers nothing where the widget hit is no element. */
  readonly hitsElementsOnly: boolean;
  /** The first child of a container covers all others. */
  readonly firstOnTop: boolean;
  /** For overlapping elements, the app hits the lowest. */
  readonly hitsLowest: boolean;
  /** Check boxes and radio buttons report smaller bounds than the area that takes presses. */
  readonly boxesReportLess: boolean;
  /**
   * Where the app's hit is the element that receives a press, skipping transparent ones: everywhere, in browser pages, or
   * nowhere, since only bounds decide it.
   */
  readonly pressesReportedBy: 'app' | 'pages' | 'nobody';
  /** Overlaid labels may or may not pass presses through, which is unknown until one is made. */
  readonly textsKeepPresses: boolean;
  /** A page with a clipping body (CSS `overflow`) answers hits outside the body's box with itself, whatever is placed there. */
  readonly missesBesideBody: boolean;
  /**
   * One call returns all properties of an element as fast as one or two single calls; in other toolkits it is slow or crashes
   * the app.
   */
  readonly answersAtOnce: boolean;
  /**
   * Location of menus and lists outside the window's tree: in untitled frames next to the window, or nowhere, so that they are
   * known only from show events. Null if all are in the window's tree.
   */
  readonly looseMenus: 'frames' | 'unlisted' | null;
  /**
   * On Wayland, menus and lists report the window-relative position that the app requested, wherever the compositor put them.
   */
  readonly menusAsWanted: boolean;
  /**
   * Where the app scales what surrounds pages, these count in physical pixels: from the corner of the window, or on X11 of the
   * screen; or from their own. Null if they count like their surroundings.
   */
  readonly scaledPages: 'window' | 'corner' | null;
  /** The first hit-test answer is a guess; the correct one follows a moment later. */
  readonly hitsLate: boolean;
  /** Maximum delay until the app reports a change that has already happened, in milliseconds. */
  readonly reportDelayMs: number;
  /** Controls inside their label are named by its first text until they are focused. */
  readonly keepsLabelNames: boolean;
  /** Controls inside their label are named by all that it holds, their own value included. */
  readonly namesHoldValues: boolean;
  /** Unnamed elements report their class as name. */
  readonly namesByClass: boolean;
  /** Whether a drop-down list is named by its choice: always, if the app gives it no name, or never. */
  readonly choiceAsName: 'always' | 'unnamed' | 'never';
  /** A non-editable drop-down list has a menu of its options, which keeps the selection. */
  readonly choiceIsInMenu: boolean;
  /** Paragraphs of documents have no names, and are named by their text. */
  readonly namesParagraphs: boolean;
  /** Elements with text that no child has, as in Firefox pages; in other toolkits texts are elements or names. */
  readonly textHolders: ReadonlySet<string>;
  /** The text of an element includes that of the elements in it. */
  readonly textsHoldAll: boolean;
  /** Source of the developer's id: a property, the attribute `id`, or none. */
  readonly idIn: 'property' | 'attribute' | null;
  /**
   * The displayed value of a drop-down list or spin button without editable text is in its attributes; its text is incomplete.
   */
  readonly valueInAttributes: boolean;
  /** Ids generated by the toolkit for elements without a developer's id; unsuitable to find an element again. */
  readonly madeUpIds: RegExp | null;
  /** Reading the attributes of a frame enables its content. */
  readonly wakesByAttributes: boolean;
  /** Pages keep changes to themselves, at times for as long as nothing else happens, and report them once they are hit-tested. */
  readonly holdsChanges: boolean;
  /** Elements can be asked to scroll themselves into view. */
  readonly scrollsTo: boolean;
  /**
   * Scrollable elements have the scroll-pane role; in other toolkits every container with few children may have scroll bars.
   */
  readonly scrollsInPanes: boolean;
  /** Scroll bars move their content when their value is set. */
  readonly movesScrollBars: boolean;
  /** Whatever opens has the state EXPANDABLE; a menu without it is a list of entries, as in pages. */
  readonly saysExpandable: boolean;
  /** Selecting an item of a drop-down list chooses it; in other toolkits choosing takes a click. */
  readonly choosesInLists: boolean;
  /** Selection indexes count items hidden by the app, which are no children of the list. */
  readonly selectsHidden: boolean;
  /**
   * Setting a field's text or number, or selecting a list item, does not count as input: page handlers are not called, or
   * nothing changes. Actions do.
   */
  readonly setsUnreported: boolean;
  /** A password field has no role of its own, and reports its text: only the display is masked. */
  readonly hidesText: boolean;
  /** Buttons with the state PRESSED are toggle buttons that are on; no other property distinguishes them from plain ones. */
  readonly pressedIsChecked: boolean;
  /**
   * An element with both `Toggle` and `Press` (Qt Quick; Qt widgets offer one of them) changes by either without calling the
   * app's handlers (`onToggled`, `onClicked`). The same holds for values without minimum and maximum (`onMoved`).
   */
  readonly togglesUnreported: boolean;
  /** The current item of a focused table, list or tree reports ACTIVE, and the container alone reports FOCUSED. */
  readonly activeIsCurrent: boolean;
  /** An element left of or above the screen is scrolled away; in other toolkits the app has hidden it there. */
  readonly scrollsOffScreen: boolean;
  /** Items of lists that are scrolled away report neither VISIBLE nor bounds; cells of tables lack only SHOWING. */
  readonly losesItems: boolean;
  /** Elements that the app removed from the window still answer, and do what they are asked. */
  readonly removedHaveNoParent: boolean;
  /** Elements may hold pages that another process reports (AT-SPI's sockets and plugs). */
  readonly holdsPages: boolean;
  /** Buttons appear pressed for a moment and click afterwards; another press meanwhile only restarts that. */
  readonly clicksLater: boolean;
  /** Roles with another meaning in this toolkit; the first match applies. */
  readonly roles: readonly RoleRule[];
}

/** Maps elements with this role, and optional state and HTML tag, to a control type. Never applied to a window itself. */
export interface RoleRule {
  readonly role: string;
  readonly with?: StateName;
  /** Only for toolkits with ids in the attributes, which include the tag. */
  readonly tag?: string;
  readonly means: ControlType;
}

/** Defaults shared by most toolkits: the safe way of reading, and no special cases. */
export const plain = {
  reading: 'walk',
  indicesHold: true,
  coordinates: 'screen',
  origin: 'screen',
  scalesBy: null,
  shadow: 0,
  seenBy: 'showing',
  readOnlyIsEnabled: false,
  iconsAreEnabled: false,
  sizelessIsUnseen: false,
  cutters: new Set<string>(),
  uncut: new Set<string>(),
  hidesOutside: false,
  pagesByIndex: false,
  hitsCutOff: false,
  popoversHold: false,
  unlistsEditors: false,
  hidesByMiddle: false,
  freesParts: false,
  freesDocuments: false,
  hitsUnseen: false,
  roundsHits: false,
  hitsElementsOnly: false,
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
  keepsLabelNames: false,
  namesHoldValues: false,
  namesByClass: false,
  choiceAsName: 'never',
  choiceIsInMenu: false,
  saysExpandable: false,
  namesParagraphs: false,
  textHolders: new Set<string>(),
  textsHoldAll: false,
  idIn: null,
  valueInAttributes: false,
  madeUpIds: null,
  wakesByAttributes: false,
  holdsChanges: false,
  scrollsTo: false,
  scrollsInPanes: true,
  movesScrollBars: true,
  choosesInLists: true,
  selectsHidden: false,
  setsUnreported: false,
  hidesText: false,
  pressedIsChecked: false,
  togglesUnreported: false,
  activeIsCurrent: false,
  scrollsOffScreen: false,
  losesItems: false,
  removedHaveNoParent: false,
  holdsPages: false,
  clicksLater: false,
  roles: [],
} as const satisfies Omit<Toolkit, 'name'>;
