import type { Rect } from '#contract/model/geometry';
import type { Global, WaylandConnection } from './connection.ts';

const outputEvents = { geometry: 0, mode: 1, scale: 3 } as const;
const currentMode = 1;
const getXdgOutput = 1;
const xdgOutputEvents = { position: 0, size: 1, name: 3 } as const;
const [outputVersion, xdgVersion] = [3, 3] as const;

/** A monitor as the compositor reports it. */
export interface Output {
  readonly name: string;
  /** Its area of the desktop, in logical pixels. */
  readonly logical: Rect;
  /** Pixels per logical pixel. */
  readonly scale: number;
  /** Compositor units per app pixel: 1, except in GNOME where it counts in physical pixels. */
  readonly unit: number;
  /** `wl_output.transform`: quarter turns anticlockwise, plus 4 if flipped. */
  readonly transform: number;
  /** Its object on this connection. */
  readonly object: number;
}

interface OutputState {
  readonly object: number;
  name: string;
  mode: { width: number; height: number };
  /** The scale for apps with integer scales, never less than the real one. */
  scale: number;
  transform: number;
  logical: { x: number; y: number; width: number; height: number };
}

/** The current outputs of a connection. */
export class Outputs {
  readonly #connection: WaylandConnection;
  readonly #manager: number;
  readonly #byName: boolean;
  readonly #states = new Map<number, OutputState>();

  private constructor(connection: WaylandConnection, byName: boolean) {
    this.#connection = connection;
    this.#byName = byName;
    this.#manager = connection.bind('zxdg_output_manager_v1', xdgVersion);
  }

  /**
   * @param options `byName` if the order of globals is meaningless: sway 1.10 lists the last found first
   * @throws CompositorLost if it does not report its outputs
   */
  static async open(connection: WaylandConnection, { byName = false } = {}): Promise<Outputs> {
    const outputs = new Outputs(connection, byName);
    outputs.#follow();
    connection.onGlobals(() => outputs.#follow());
    await connection.sync();
    return outputs;
  }

  /** In order of globals, or of names: `DP-2` before `DP-10`. */
  list(): readonly Output[] {
    const offered = [...this.#states.values()].flatMap(({ object, name, mode, scale: ofApps, transform, logical }) => {
      if (logical.width === 0 || mode.width === 0) return [];
      const across = transform % 2 === 0 ? mode.width : mode.height;
      const scale = across / logical.width;
      return [{ name, logical: { ...logical }, scale, unit: scale === 1 ? ofApps : 1, transform, object }];
    });
    const named = (a: Output, b: Output) => a.name.localeCompare(b.name, 'en', { numeric: true });
    return this.#byName ? offered.sort(named) : offered;
  }

  #follow(): void {
    const offered = this.#connection.globals('wl_output');
    for (const name of this.#states.keys()) if (!offered.some((each) => each.name === name)) this.#states.delete(name);
    for (const global of offered) if (!this.#states.has(global.name)) this.#add(global);
  }

  #add(global: Global): void {
    const object = this.#connection.bind(
      'wl_output',
      outputVersion,
      (opcode, event) => {
        if (opcode === outputEvents.geometry) {
          // Position, physical size and subpixel layout; the position is wrong at fractional scales.
          for (let i = 0; i < 5; i++) event.int();
          event.text();
          event.text();
          states.transform = event.int();
        } else if (opcode === outputEvents.mode && (event.uint() & currentMode) !== 0) {
          states.mode = { width: event.int(), height: event.int() };
        } else if (opcode === outputEvents.scale) {
          states.scale = event.int();
        }
      },
      global,
    );
    const states: OutputState = {
      object,
      name: '',
      mode: { width: 0, height: 0 },
      scale: 1,
      transform: 0,
      logical: { x: 0, y: 0, width: 0, height: 0 },
    };
    this.#states.set(global.name, states);
    const xdg = this.#connection.create((opcode, event) => {
      if (opcode === xdgOutputEvents.position) states.logical = { ...states.logical, x: event.int(), y: event.int() };
      else if (opcode === xdgOutputEvents.size)
        states.logical = { ...states.logical, width: event.int(), height: event.int() };
      else if (opcode === xdgOutputEvents.name) states.name = event.text();
    });
    this.#connection.send(this.#manager, getXdgOutput, xdg, object);
  }
}
