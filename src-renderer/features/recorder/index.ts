export { createRecorderStore, type RecorderState, type RecorderStore } from './store.ts';
export { recorderCommands } from './commands.ts';
export { isRecording, isReplaying, recorderSummary, stepsOf as recordedSteps } from './derived.ts';
export { RecorderProvider } from './context.ts';
export { StepsPanel } from './steps/steps-panel.tsx';
export { StepDetails } from './details/step-details.tsx';
export { ScriptPanel } from './script/script-panel.tsx';
