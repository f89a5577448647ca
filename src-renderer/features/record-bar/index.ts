export { RecordBar } from './record-bar.tsx';
