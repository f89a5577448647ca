/** The files of a trace; blobs have a folder of their own. */
export const traceFiles = { run: 'run.json', trace: 'trace.jsonl', index: 'index.jsonl', blobs: 'blobs' } as const;
