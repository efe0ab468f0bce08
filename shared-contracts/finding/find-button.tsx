import { useState } from 'react';
import type { I18n } from '../i18n/i18n.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { createLazy } from '../kit/create-lazy.ts';
import { useStore } from '../kit/use-store.ts';
import { hasFindings } from '../museum/findings.ts';
import type { MuseumProfile } from '../museum/profile.ts';
import { QuietButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';

interface FindKeyProps {
  i18n: I18n;
  className?: string | undefined;
  /** An icon alone, where there is no room for the word. */
  isSmall?: boolean | undefined;
  isOpen?: boolean;
  isLoading?: boolean;
  onOpen?: () => void;
  /** Of a first paint: left out where the museum has nothing to be found. */
  'data-need'?: string;
}

/** Opens what a visitor looks for. */
export function FindKey({ i18n, className, isSmall = false, isOpen = false, isLoading = false, onOpen, ...native }: FindKeyProps) {
  const { t } = useTranslation(i18n, 'shared');
  const label = t('shared:find.open');
  return (
    <QuietButton
      {...native}
      className={className}
      aria-label={isSmall ? label : undefined}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-busy={isLoading}
      onClick={onOpen}
    >
      <Icon name="info" />
      {!isSmall && <span>{label}</span>}
    </QuietButton>
  );
}

/** A chunk of its own: most visitors look for nothing. */
const dialogCode = createLazy(() => import(/* webpackChunkName: "finding" */ './find-dialog.tsx'));

interface FindButtonProps extends Pick<FindKeyProps, 'i18n' | 'className' | 'isSmall'> {
  profile: MuseumProfile;
  /** Absent where nobody is there to be asked. */
  onAsk?: ((question: string) => void) | undefined;
}

/** Practical information, and what is on a label, one press away; nothing where the museum tells neither. */
export function FindButton({ profile, onAsk, ...key }: FindButtonProps) {
  const { t } = useTranslation(key.i18n, 'shared');
  // failed: the code did not come; the next press tries again.
  const [state, setState] = useState<'closed' | 'open' | 'failed'>('closed');
  const code = useStore(dialogCode, (loaded) => loaded);
  if (!hasFindings(profile)) return null;
  const open = () => {
    setState('open');
    dialogCode.load().catch(() => setState('failed'));
  };
  const isOpen = state === 'open';
  return (
    <>
      <FindKey {...key} isOpen={isOpen && code !== undefined} isLoading={isOpen && !code} onOpen={open} />
      {isOpen && code && <code.FindDialog profile={profile} i18n={key.i18n} onAsk={onAsk} onClose={() => setState('closed')} />}
      <VisuallyHidden role="status">{state === 'failed' && t('shared:error.network')}</VisuallyHidden>
    </>
  );
}
