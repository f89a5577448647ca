import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';

export type FixtureAnswer = CallToolResult | InputRequiredResult;

/** A tool that the conformance suite knows by its name. */
export interface FixtureTool {
  /** The schema of its arguments; any object by default. */
  readonly input?: Readonly<Record<string, unknown>>;
  readonly run: (
    args: Readonly<Record<string, unknown>>,
    context: ServerContext,
  ) => FixtureAnswer | Promise<FixtureAnswer>;
}

export type FixtureTools = Readonly<Record<string, FixtureTool>>;

/** A picture of one red pixel. */
export const pixel = {
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  mimeType: 'image/png',
} as const;

/** A WAV file without a sound. */
export const silence = {
  data: 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=',
  mimeType: 'audio/wav',
} as const;

export function words(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}

/** The schema of an object that must have these properties, for arguments and for forms. */
export function objectOf<P extends Record<string, unknown>>(properties: P, required = Object.keys(properties)) {
  return { type: 'object' as const, properties, required };
}
