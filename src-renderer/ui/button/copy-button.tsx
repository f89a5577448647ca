import { useEffect, useState, type ReactNode } from 'react';
import { IconButton } from './button.tsx';

interface CopyButtonProps {
  /** What is copied, for its name, e.g. `selector`. */
  readonly what: string;
  readonly onCopy: () => void;
}

/** Says “Copied” for a moment, in name and picture. */
export function CopyButton({ what, onCopy }: CopyButtonProps): ReactNode {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => setDone(false), 1500);
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <IconButton
      icon={done ? 'check' : 'copy'}
      label={done ? 'Copied' : `Copy ${what}`}
      onClick={() => {
        onCopy();
        setDone(true);
      }}
    />
  );
}
