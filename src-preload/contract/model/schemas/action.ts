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

/** Click count: presses at one point that are close enough in time for apps to count them together. */
export const clickCount = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type ClickCount = z.output<typeof clickCount>;

/** Not longer than the wait of UFO’s tool. */
const maxWaitMs = 300_000;

/** In pixels from the top left of its container. */
const place = z.object({ x: z.number().int(), y: z.number().int() });

/** Every recordable user action, and the manual steps `expect` and `wait`. */
export const action = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('click'),
    button: mouseButton,
    /** Click count: 2 is a double click, 3 a triple click. */
    count: clickCount,
    modifiers: z.array(modifier).default([]),
    /** Inside the element, or else inside the window. */
    at: place,
    /** Milliseconds that the button was down, for a long press. */
    holdMs: z.number().int().positive().max(maxHoldMs).optional(),
  }),
  /**
   * A drag between points inside the window, on elements or not, with the points passed unless straight. Points outside the
   * window
   * are relative to it too, including `to` in another window.
   */
  z.object({
    type: z.literal('drag'),
    button: mouseButton,
    at: place,
    via: z.array(place).max(maxVia).optional(),
    to: place,
  }),
  /** Hovers an element to reveal the next target. `at` is inside the element. */
  z.object({ type: z.literal('hover'), at: place }),
  /** The field's final value. `secret` replaces a text that was never seen: its name is asked for at replay. */
  z.object({ type: z.literal('setText'), text: z.string(), secret: z.string().optional() }),
  /** Characters typed without a focused field whose value is readable. `secret` as above: it may have been a password. */
  z.object({ type: z.literal('typeText'), text: z.string(), secret: z.string().optional() }),
  z.object({ type: z.literal('pressKeys'), keys: keyChord, repeat: z.number().int().positive().default(1) }),
  /**
   * Wheel notches; positive is up, as in the tools. With `until`, the number needed when recorded. `at` is the pointer's position
   * inside the element, or the window; its middle by default.
   */
  z.object({ type: z.literal('scroll'), notches: z.number().int(), at: place.optional() }),
  /** An action on the window as a whole: by its frame, or by its own equivalent buttons. */
  z.object({ type: z.literal('window'), act: windowAction }),
  /** Moves or resizes the window, including its frame; omitted fields stay. */
  z.object({ type: z.literal('placeWindow'), to: point.optional(), size: size.optional() }),
  /** Starts a program, unless such a window is open. `folder` is the base of its arguments. */
  z.object({
    type: z.literal('launch'),
    command: z.string().min(1),
    args: z.array(z.string()),
    folder: z.string().optional(),
  }),
  /** Does nothing: waits for the step's expectations, which must come true. */
  z.object({ type: z.literal('expect') }),
  z.object({ type: z.literal('wait'), ms: z.number().int().positive().max(maxWaitMs) }),
]);
export type Action = Readonly<z.output<typeof action>>;
export type ActionType = Action['type'];
