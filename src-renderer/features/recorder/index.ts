export { createRecorderStore, type RecorderState, type RecorderStore } from './store.ts';
export { recorderCommands } from './commands.ts';
export { isRecording, isReplaying, recorderSummary } from './derived.ts';
export { RecorderProvider } from './context.ts';
