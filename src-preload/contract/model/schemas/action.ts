import { z } from 'zod';
import { maxHoldMs, maxVia, modifiers, mouseButtons } from '../recordings/action.ts';
import { point, size } from './geometry.ts';
import { windowAction } from './window.ts';

export const mouseButton = z.enum(mouseButtons);
export type MouseButton = z.output<typeof mouseButton>;

export const modifier = z.enum(modifiers);
export type Modifier = z.output<typeof modifier>;

/**
 * A key or chord by name, e.g. `Enter`, `a`, `ctrl+shift+s`, `F5`. Modifiers come first, in the order of `modifiers`;
 * named keys are those of `key-names.ts`, a printable key is its unshifted character.
 */
export const keyChord = z.string().min(1);
export type KeyChord = z.output<typeof keyChord>;

/** How often a button is pressed at one place, in the time in which apps count presses together. */
export const clickCount = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type ClickCount = z.output<typeof clickCount>;

/** No longer than UFO’s tool waits. */
const maxWaitMs = 300_000;

/** In pixels from the top left of what it is in. */
const place = z.object({ x: z.number().int(), y: z.number().int() });

/** Everything a person can be recorded doing, and what is added to a recording by hand: `expect` and `wait`. */
export const action = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('click'),
    button: mouseButton,
    /** Presses that belong together: 2 is a double click, 3 a triple click. */
    count: clickCount,
    modifiers: z.array(modifier).default([]),
    /** Where inside the element, or inside the window if there is none. */
    at: place,
    /** Milliseconds that the button was down, if that is a long press. */
    holdMs: z.number().int().positive().max(maxHoldMs).optional(),
  }),
  /**
   * From one place inside the window to another, on elements or not, and by which places, where not straight. What is
   * outside the window counts from it too: `to` is, where it ends in another one.
   */
  z.object({
    type: z.literal('drag'),
    button: mouseButton,
    at: place,
    via: z.array(place).max(maxVia).optional(),
    to: place,
  }),
  /** The pointer comes to rest on an element, so that something shows which is then acted on. `at` is inside the element. */
  z.object({ type: z.literal('hover'), at: place }),
  /** The field's final value. `secret` represents text that was never seen: its name is asked for at replay. */
  z.object({ type: z.literal('setText'), text: z.string(), secret: z.string().optional() }),
  /** Characters typed where no field with a readable value had the focus. `secret` as above: it may have been a password. */
  z.object({ type: z.literal('typeText'), text: z.string(), secret: z.string().optional() }),
  z.object({ type: z.literal('pressKeys'), keys: keyChord, repeat: z.number().int().positive().default(1) }),
  /**
   * Wheel notches; positive is up, as in the tools. Of a step with `until` they are as many as it took then. `at` is where
   * inside the element, or the window, the pointer was; its middle by default.
   */
  z.object({ type: z.literal('scroll'), notches: z.number().int(), at: place.optional() }),
  /** Done to the window as a whole: by its frame, or by buttons of its own that represent it. */
  z.object({ type: z.literal('window'), act: windowAction }),
  /** The window is put somewhere else, or given another size, its frame included; what is missing stays. */
  z.object({ type: z.literal('placeWindow'), to: point.optional(), size: size.optional() }),
  /** A program is started, if it has no such window. `folder` is where its arguments are looked for. */
  z.object({
    type: z.literal('launch'),
    command: z.string().min(1),
    args: z.array(z.string()),
    folder: z.string().optional(),
  }),
  /** Does nothing: what is expected of the step is waited for, and must come. */
  z.object({ type: z.literal('expect') }),
  z.object({ type: z.literal('wait'), ms: z.number().int().positive().max(maxWaitMs) }),
]);
export type Action = Readonly<z.output<typeof action>>;
export type ActionType = Action['type'];
