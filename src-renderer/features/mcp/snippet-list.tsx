import type { ReactNode } from 'react';
import type { McpStatus } from '#contract/api';
import { CopyButton } from '../../ui/button/copy-button.tsx';
import { Section } from '../../ui/layout/section/section.tsx';
import { useMcp, useMcpApi } from './context.ts';
import { hideToken, snippetsFor } from './snippets.ts';
import styles from './mcp.module.css';

/** What to paste where. Copies hold the token, the screen does not unless it is shown. */
export function Snippets({ status }: { readonly status: McpStatus }): ReactNode {
  const shown = useMcp((state) => state.tokenShown);
  const { copy } = useMcpApi().getState();
  return (
    <Section title="For other clients">
      {snippetsFor(status).map(({ id, title, place, text }) => (
        <figure key={id} className={styles.snippet} data-testid={`snippet-${id}`}>
          <figcaption className={styles.caption}>
            <strong>{title}</strong>
            <span className={styles.detail}>{place}</span>
            <CopyButton what={`configuration for ${title}`} onCopy={() => void copy(text)} />
          </figcaption>
          <pre className={styles.code} tabIndex={0} aria-label={`Configuration for ${title}`}>
            {shown ? text : hideToken(text, status.token)}
          </pre>
        </figure>
      ))}
    </Section>
  );
}
