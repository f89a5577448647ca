import type { ReactNode } from 'react';
import { controlsInWords, countedInWords } from '#contract/model/agents/agent-step';
import { Section } from '../../../ui/layout/section/section.tsx';
import { useRunsApi } from '../context.ts';
import { Facts } from '../details/facts.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { BlobText } from './blob-text.tsx';
import { useEvents } from './of-step.ts';
import styles from './step.module.css';

/** What the model was shown: pictures and controls, and what they cost in tokens: our estimate, and the provider's count. */
export function SawTab(): ReactNode {
  const saw = useEvents('saw').at(-1);
  const counted = countedInWords(useEvents('answered'));
  const { showShot } = useRunsApi().getState();
  if (!saw) return <p className={styles.empty}>The step ended before the model received anything.</p>;
  const { pictures, controls, controlCount, controlTokens, textTokens } = saw;
  const tokens = pictures.map((picture) => [picture.label, `about ${picture.tokens} tokens`] as const);
  return (
    <>
      <Section title="Shown">
        <Facts
          facts={[
            ...tokens,
            ...(controlTokens === undefined ? [] : [['Its controls', `about ${controlTokens} tokens`] as const]),
            ['All texts', `about ${textTokens} tokens`],
            ['Counted by the provider', counted || 'nothing'],
            ['Controls', controls ? controlsInWords(saw) : 'none: the desktop'],
          ]}
        />
        {pictures.length > 0 && (
          <Button icon="device-camera" className={styles.button} onClick={() => showShot('saw')}>
            Show the picture
          </Button>
        )}
      </Section>
      {controls !== undefined && <BlobText title="Controls" blob={controls} note={controlCount} />}
    </>
  );
}
