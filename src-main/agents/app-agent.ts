import path from 'node:path';
import { z } from 'zod';
import type { AgentAnswer, PlannedAction, SubTask } from '#contract/model/agents/agent';
import { type Rect, atFractions } from '#contract/model/geometry';
import { AppError } from '#contract/errors';
import type { McpToolInfo } from '../computer/tool-call.ts';
import { readInside } from '../base/files/ordinary-file.ts';
import type { ComputerPlace } from '../computer/computer-manager.ts';
import { Agent } from './agent.ts';
import type { DesktopNow } from './past/past.ts';
import { pictorialPrompt, standardPrompts, systemPrompt } from './prompts/system.ts';
import type { AppWindow } from './selected-window.ts';
import type { SessionParts } from './session/session-parts.ts';
import { allSucceeded, type Acted, lookBy } from './steps/act.ts';
import type { Shown } from './steps/ask-model.ts';
import { boundsOfWindow, pictureBy } from './steps/picture.ts';

/** A dialog may close during the look. */
const mostLooks = 3;
/** Works in one window, on one sub-task after the other. */
export class AppAgent extends Agent {
  readonly window: AppWindow;
  /** Its current window or a dialog over it. */
  #at: Pick<AppWindow, 'handle' | 'title'> & { readonly bounds?: Rect | null };
  /** Tools that act in the selected window by default. */
  #inWindow: ReadonlySet<string> = new Set();
  #subTask: SubTask | null = null;
  #message: readonly string[] = [];
  #controls: ReadonlyMap<string, Control> = new Map();
  /** How many entries of its memory a model with a thread has received. */
  #reported = 0;

  constructor(parts: SessionParts, window: AppWindow) {
    super(parts, { kind: 'AppAgent', name: `AppAgent/${window.root}/${window.title}` });
    this.window = window;
    this.#at = window;
  }

  /** @throws AppError `cancelled`, `limit_reached` */
  async workOn(
    subTask: SubTask,
    message: readonly string[],
  ): Promise<{ readonly done: boolean; readonly result: string }> {
    this.#subTask = subTask;
    this.#message = message;
    this.answer = null;
    await this.work(subTask.text);
    const done = this.machine.state === 'FINISH';
    const finalResult = (this.answer as AgentAnswer | null)?.result;
    return { done, result: finalResult ? finalResult : (this.memory.at(-1) ?? '') };
  }

  protected override get subTaskId(): string | undefined {
    return this.#subTask?.id;
  }

  protected get place() {
    // The handle, since titles change while an agent works in an app.
    return { agent: 'AppAgent', process: String(this.window.handle), root: this.window.root };
  }

  protected async look(): Promise<Shown> {
    const { dialogOver, rested, signal } = this.parts;
    const { handle } = this.window;
    for (let left = mostLooks - 1; ; left--) {
      await rested(handle, signal);
      const dialog = await dialogOver(handle, signal);
      try {
        return await this.#lookAt(dialog);
      } catch (error) {
        const isGone = dialog !== null && (await dialogOver(handle, signal))?.handle !== dialog.handle;
        if (left === 0 || !isGone) throw error;
      }
    }
  }

  protected async now(): Promise<DesktopNow> {
    const { dialogOver, signal } = this.parts;
    const { handle } = (await dialogOver(this.window.handle, signal)) ?? this.window;
    const controls = await controlsOf(this.parts, this.place, { handle: String(handle) });
    return { kind: 'AppAgent', listed: controlsInWords(controls), handle };
  }

  async #lookAt(dialog: { readonly handle: number; readonly title: string } | null): Promise<Shown> {
    const { models, sight } = this.parts;
    this.#at = dialog ?? this.window;
    // Of this window, even if another was selected meanwhile.
    const window = this.#windowArgument;
    const controls = await controlsOf(this.parts, this.place, window);
    this.#controls = new Map(controls.map((one) => [one.id, one]));
    const inPictures = models.AppAgent.dialect === 'computer';
    const isMarked = sight?.marks === true && !inPictures;
    const picture = await pictureBy(this.parts, this.place, {
      tool: 'capture_window_screenshot',
      parameters: { window, ...(isMarked && { marks: marksOf(controls) }) },
      label: isMarked ? 'Annotated Screenshot:' : 'Current Screenshot:',
      limits: models.AppAgent.pictures,
      bounds: await boundsOfWindow(this.parts, this.place, window),
    });
    this.#at = { ...this.#at, bounds: picture?.bounds ?? null };
    const list = controlsInWords(controls);
    const heading = `Controls of the window (id. type: name)${isMarked ? '; the picture has these ids' : ''}:`;
    const text = await this.#inWords(inPictures ? '' : `${heading}\n${list}`, dialog);
    return {
      system: await this.#prompt(inPictures),
      parts: [...(picture ? [picture] : []), { type: 'text', text }],
      controls: {
        text: list,
        count: controls.length,
        read: controls.filter(({ source }) => source === 'picture').length,
      },
      thread: this.#goOn(),
    };
  }

  async #prompt(inPictures: boolean): Promise<string> {
    const { computers, prompts } = this.parts;
    const computer = await computers.manager.getOrCreate(this.place);
    const tools = computer
      .tools()
      .filter(({ tool_type: type, namespace }) => type === 'action' && namespace !== 'Computer');
    this.#inWindow = new Set(tools.flatMap((tool) => (takesWindow(tool) ? [tool.tool_name] : [])));
    if (inPictures) return pictorialPrompt(prompts?.ComputerAgent ?? standardPrompts.ComputerAgent);
    return systemPrompt('AppAgent', prompts?.AppAgent ?? standardPrompts.AppAgent, tools);
  }

  async #inWords(controls: string, dialog: { readonly title: string } | null): Promise<string> {
    const { blackboard, documentation, currentRequest } = this.parts;
    const text = [
      blackboard.inWords(),
      await documentationOf(documentation, this.window.root),
      controls,
      this.memoryInWords,
      `The whole request: ${currentRequest()}`,
      `Application: ${this.window.root}, window: ${this.window.title}`,
      dialog ? `A dialog is open over it; you see and work in that: ${dialog.title}` : '',
      this.#message.length > 0 ? `The HostAgent says: ${this.#message.join('\n')}` : '',
      `Your sub-task: ${this.#subTask?.text ?? ''}`,
    ];
    return text.filter(Boolean).join('\n\n');
  }

  /** For models that keep a thread: what they have not received yet. */
  #goOn(): NonNullable<Shown['thread']> {
    const results = this.memory.slice(this.#reported);
    this.#reported = this.memory.length;
    return { id: `${this.ref.name}/${this.#subTask?.id ?? ''}`, results, refused: this.wasRefused };
  }

  protected actionsOf({ actions }: AgentAnswer): readonly PlannedAction[] {
    return actions.map(({ function: name, arguments: given }) => {
      const isPlaced = given['id'] !== undefined || given['window'] !== undefined || !this.#inWindow.has(name);
      return { function: name, arguments: isPlaced ? given : { ...given, window: this.#windowArgument } };
    });
  }

  get #windowArgument() {
    return { handle: String(this.#at.handle) };
  }

  protected afterActing(answer: AgentAnswer, acted: readonly Acted[]): void {
    if (answer.status === 'FINISH' && allSucceeded(acted)) {
      this.machine.go('FINISH', answer.result || answer.thought);
      return;
    }
    if (answer.status === 'FINISH') this.remember('FINISH was refused: an action failed.');
    this.machine.go('CONTINUE', answer.thought);
  }

  protected override targetOf({ arguments: given }: PlannedAction): Rect | null {
    const { rect } = this.#controls.get(String(given['id'])) ?? {};
    if (!rect) return this.#at.bounds ? placeIn(this.#at.bounds, given) : null;
    const [left, top, right, bottom] = rect;
    return { x: left, y: top, width: right - left, height: bottom - top };
  }
}

function takesWindow({ input_schema: schema }: McpToolInfo): boolean {
  return Object.hasOwn((schema as { readonly properties?: object }).properties ?? {}, 'window');
}

/** Maximum characters of a file in a prompt. */
const mostCharacters = 8_000;

const mostBytes = 1_000_000;

/**
 * What a folder of Markdown holds about a program; empty if nothing. The folder may come from a stranger: links in it
 * are not followed, since they may lead to private files.
 */
export async function documentationOf(folder: string | undefined, root: string): Promise<string> {
  const name = path.basename(root).replace(/\.exe$/i, '');
  if (folder === undefined || !/^[\w.+-]+$/.test(name)) return '';
  const text = (await readInside(folder, `${name}.md`, mostBytes))?.toString('utf8') ?? '';
  return text.trim() === '' ? '' : `Documentation of the application:\n${text.slice(0, mostCharacters)}`;
}

/** Size of the box that marks a point, in pixels. */
const markSize = 12;

/** Where a click or a drag begins, as fractions of a window. */
const placeFractions = z.union([
  z.object({ x: z.number(), y: z.number() }),
  z.object({ start_x: z.number(), start_y: z.number() }).transform(({ start_x: x, start_y: y }) => ({ x, y })),
]);

/** A small box around the point of a call that names no control, in screen pixels; null for a call without a point. */
function placeIn(window: Rect, given: unknown): Rect | null {
  const { data } = placeFractions.safeParse(given);
  if (!data) return null;
  const at = atFractions(window, data);
  return { x: at.x - markSize / 2, y: at.y - markSize / 2, width: markSize, height: markSize };
}

/** Maximum number of controls in a prompt; the rest is counted. */
const mostControls = 300;

const control = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  rect: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullish(),
  /** Set if only the screenshot shows the control. */
  source: z.literal('picture').optional().catch(undefined),
});

type Control = z.output<typeof control>;

/**
 * The controls of a window, plus the texts visible only in its screenshot if the task requests them or the app reports
 * no control.
 * @throws AppError as `lookBy`
 */
async function controlsOf(parts: SessionParts, place: ComputerPlace, window: object): Promise<readonly Control[]> {
  const list = async (more: object = {}) => {
    const { result } = await lookBy(parts, place, 'get_app_window_controls_target_info', { window, ...more });
    return z.array(control).catch([]).parse(result);
  };
  // A screenshot that cannot be read costs only the texts it shows.
  const read = () => list({ read_text: true }).catch(unlessItFailed);
  const reported = (parts.sight?.readText ? await read() : null) ?? (await list());
  return reported.length > 0 ? reported : ((await read()) ?? reported);
}

function unlessItFailed(error: unknown): null {
  if (error instanceof AppError && error.code === 'tool_failed') return null;
  throw error;
}

/** Boxes around texts and groups would hide them; a text from the screenshot has no other mark. */
function marksOf(controls: readonly Control[]): readonly string[] {
  return controls
    .slice(0, mostControls)
    .filter(({ type, source }) => source === 'picture' || (type !== 'Text' && type !== 'Group'))
    .map(({ id }) => id);
}

function controlsInWords(controls: readonly Control[]): string {
  const reported = controls
    .slice(0, mostControls)
    .map(({ id, type, name }) => `${id}. ${type}: ${JSON.stringify(name)}`);
  const more = controls.length - reported.length;
  return [...reported, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n');
}
