import type { ReactNode } from 'react';
import { BlobText } from './blob-text.tsx';
import { useEvents } from './of-step.ts';
import styles from './step.module.css';

/** Exactly what the model was asked, each time. */
export function PromptTab(): ReactNode {
  const asked = useEvents('asked');
  if (asked.length === 0) return <p className={styles.empty}>The step ended before the model was called.</p>;
  return asked.map(({ attempt, model, prompt }) => (
    <BlobText key={attempt} title={asked.length === 1 ? 'Prompt' : `Prompt ${attempt}`} blob={prompt} note={model} />
  ));
}
