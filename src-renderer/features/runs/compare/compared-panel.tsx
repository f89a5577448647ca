import type { ReactNode } from 'react';
import type { StepLocation, DivergenceDetail, StepScreenshots } from '#contract/model/runs/run-analysis';
import { Button } from '../../../ui/button/button.tsx';
import { Section } from '../../../ui/layout/section/section.tsx';
import { ErrorState, EmptyState, Loading } from '../../../ui/state/state.tsx';
import { Tabs, type Tab } from '../../../ui/layout/tabs/tabs.tsx';
import { useRuns, useRunsApi } from '../context.ts';
import { placeText } from '../figures.ts';
import { TracePicture } from '../picture/trace-picture.tsx';
import type { ComparedShot } from '../state.ts';
import styles from './compare.module.css';

/** Both runs' words, acts and observations at the selected pair, side by side. */
export function ComparedPanel(): ReactNode {
  const comparing = useRuns((state) => state.comparing);
  const current = useRuns((state) => state.current);
  if (!comparing?.comparison) return null;
  const { comparison, pair, comparedDetails, error, other } = comparing;
  const chosen = comparison.pairs[pair];
  const isRecording = other.id === '';
  if (error !== null) return <ErrorState error={error} />;
  if (!comparedDetails || !chosen) return chosen ? <Loading what="Reading both runs" /> : null;
  const { words, before, after } = comparedDetails;
  return (
    <div className={styles.details} data-testid="compared-panel">
      <div className={styles.buttons}>
        {chosen.a && current !== null && <GoTo title="First" run={current} place={chosen.a} />}
        {chosen.b && !isRecording && <GoTo title="Second" run={other.id} place={chosen.b} />}
      </div>
      <Section title="Action and result">
        <Rows rows={words} none="No action and no result." />
      </Section>
      {!isRecording && (
        <>
          <Section title="Elements before" note={before.length || undefined}>
            <Rows rows={before} none={sameElements(chosen.a, chosen.b)} />
          </Section>
          <Section title="Elements after" note={after.length || undefined}>
            <Rows rows={after} none={sameElements(chosen.a, chosen.b)} />
          </Section>
        </>
      )}
    </div>
  );
}

function sameElements(a: StepLocation | null, b: StepLocation | null): string {
  return a && b ? 'No differences in the stored elements.' : 'Only one run has this step.';
}

interface GoToProps {
  readonly title: string;
  readonly run: string;
  readonly place: StepLocation;
}

function GoTo({ title, run, place }: GoToProps): ReactNode {
  const { goTo } = useRunsApi().getState();
  return (
    <Button icon="go-to-file" onClick={() => void goTo(run, place)}>
      {title}: {placeText(place)}
    </Button>
  );
}

function Rows({ rows, none }: { readonly rows: readonly DivergenceDetail[]; readonly none: string }): ReactNode {
  if (rows.length === 0) return <p className={styles.hint}>{none}</p>;
  return (
    <dl>
      {rows.map(({ label, a, b }, index) => (
        <div key={index} className={styles.row}>
          <dt>{label}</dt>
          {a === b ? (
            <dd>{a || '–'}</dd>
          ) : (
            <>
              <Side sign="−" of="first run" text={a} />
              <Side sign="+" of="second run" text={b} />
            </>
          )}
        </div>
      ))}
    </dl>
  );
}

function Side({ sign, of, text }: { readonly sign: string; readonly of: string; readonly text: string }): ReactNode {
  return (
    <dd className={styles.side} data-sign={sign}>
      <span aria-label={of}>{sign}</span>
      <span>{text || 'nothing'}</span>
    </dd>
  );
}

const tabs: readonly Tab<ComparedShot>[] = [
  { id: 'before', title: 'Before' },
  { id: 'after', title: 'After' },
];

/** Both runs' windows at the selected pair. */
export function ComparedPictures(): ReactNode {
  const shot = useRuns((state) => state.comparedShot);
  const { showCompared } = useRunsApi().getState();
  return (
    <section className={styles.panel} aria-label="Pictures" data-testid="compared-pictures">
      <div className={styles.shots}>
        <Tabs label="Pictures" tabs={tabs} active={shot} onChange={showCompared}>
          <Both shot={shot} />
        </Tabs>
      </div>
    </section>
  );
}

function Both({ shot }: { readonly shot: ComparedShot }): ReactNode {
  const comparedDetails = useRuns((state) => state.comparing?.comparedDetails);
  const current = useRuns((state) => state.current);
  const other = useRuns((state) => state.comparing?.other.id);
  if (!comparedDetails) return null;
  return (
    <div className={styles.both}>
      <One title="First run" run={current ?? ''} shot={shot} pictures={comparedDetails.a} />
      {other !== '' && <One title="Second run" run={other ?? ''} shot={shot} pictures={comparedDetails.b} />}
    </div>
  );
}

interface OneProps {
  readonly title: string;
  readonly run: string;
  readonly shot: ComparedShot;
  readonly pictures: StepScreenshots | null;
}

function One({ title, run, shot, pictures }: OneProps): ReactNode {
  const picture = pictures?.[shot];
  const target = shot === 'before' ? pictures?.target : null;
  return (
    <figure className={styles.one}>
      <figcaption className={styles.caption}>{title}</figcaption>
      <div className={styles.shot}>
        {picture ? (
          <TracePicture
            key={picture.blob}
            picture={picture}
            run={run}
            boxes={target ? [target] : []}
            alt={`${title}, ${shot}`}
            testId={`compared-${title === 'First run' ? 'a' : 'b'}`}
          />
        ) : (
          <EmptyState
            icon="device-camera"
            title={pictures ? `No picture from ${shot}` : 'No counterpart in this run'}
          />
        )}
      </div>
    </figure>
  );
}
