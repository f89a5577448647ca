import { useEffect, type ReactNode } from 'react';
import { IconButton } from '../../ui/button/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon/icon.tsx';
import { useShell } from '../app-context.tsx';
import type { Toast } from '../store.ts';
import styles from './toasts.module.css';

const errorMs = 12_000;
const infoMs = 4_000;

/** Failures and successes, above everything, announced politely to screen readers. */
export function Toasts(): ReactNode {
  const toasts = useShell((state) => state.toasts);
  return (
    <div className={styles.toasts} aria-live="polite" aria-label="Messages" role="region" data-testid="toasts">
      {toasts.map((toast) => (
        <ToastView key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastView({ toast }: { readonly toast: Toast }): ReactNode {
  const dismiss = useShell((state) => state.dismiss);
  const { id, kind, sentence, hint, code } = toast;
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), kind === 'error' ? errorMs : infoMs);
    return () => clearTimeout(timer);
  }, [dismiss, id, kind]);
  return (
    <div className={classNames(styles.toast, kind === 'error' && styles.error)} data-code={code}>
      <Icon name={kind === 'error' ? 'error' : 'pass'} className={styles.icon} />
      <div className={styles.text}>
        <p>{sentence}</p>
        {hint && <p className={styles.hint}>{hint}</p>}
        {code && <code className={styles.code}>{code}</code>}
      </div>
      <IconButton icon="close" label="Dismiss" onClick={() => dismiss(id)} />
    </div>
  );
}
