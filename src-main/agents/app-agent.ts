import type { AgentAnswer, PlannedAction, SubTask } from '#contract/model/agents/agent';
import type { McpToolInfo } from '../computer/tool-call.ts';
import type { Rect } from '#contract/model/geometry';
import { Agent } from './agent.ts';
import { documentationOf } from './memory/documentation.ts';
import type { DesktopNow } from './past/past.ts';
import { pictorialPrompt, standardPrompts, systemPrompt } from './prompts/system.ts';
import type { AppWindow } from './selected-window.ts';
import type { SessionParts } from './session/session-parts.ts';
import { allSucceeded, type Acted } from './steps/act.ts';
import type { Shown } from './steps/ask-model.ts';
import { controlsInWords, controlsOf, marksOf, type Control } from './steps/controls.ts';
import { boundsOfWindow, pictureBy } from './steps/picture.ts';
import { placeIn } from './steps/place-in.ts';

/** A dialog may close while it is looked at. */
const mostLooks = 3;
/** Works in one window, on one sub-task after the other. */
export class AppAgent extends Agent {
  readonly window: AppWindow;
  /** Where it works now: its window, or a dialog over it. */
  #at: Pick<AppWindow, 'handle' | 'title'> & { readonly bounds?: Rect | null };
  /** Tools that act in the window that is selected unless they are told another. */
  #inWindow: ReadonlySet<string> = new Set();
  #subTask: SubTask | null = null;
  #message: readonly string[] = [];
  #controls: ReadonlyMap<string, Control> = new Map();
  /** How much of its memory a model that remembers was told. */
  #told = 0;

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
    const said = (this.answer as AgentAnswer | null)?.result;
    return { done, result: said ? said : (this.memory.at(-1) ?? '') };
  }

  protected override get subTaskId(): string | undefined {
    return this.#subTask?.id;
  }

  protected get place() {
    // The handle, as titles change while an app is worked in.
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
    // Of this window, whichever one was selected meanwhile.
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

  /** For models that remember what they said: what they have not been told yet. */
  #goOn(): NonNullable<Shown['thread']> {
    const results = this.memory.slice(this.#told);
    this.#told = this.memory.length;
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
