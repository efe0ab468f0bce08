import { hasFindings, type TourProgress } from '../../museum/findings.ts';
import { QuietButton } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { useScreen } from '../screen-context.tsx';
import { VisuallyHidden } from '../visually-hidden.tsx';
import { findDialog, useLate } from './late-dialogs.ts';

interface FindKeyProps {
  className?: string | undefined;
  isSmall?: boolean | undefined;
  isOpen?: boolean;
  isLoading?: boolean;
  onOpen?: () => void;
  /** In a first paint, the gateway removes the button if the museum lacks this value. */
  'data-need'?: string;
}

export function FindKey({ className, isSmall = false, isOpen = false, isLoading = false, onOpen, ...native }: FindKeyProps) {
  const { t } = useScreen();
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

interface FindButtonProps extends Pick<FindKeyProps, 'className' | 'isSmall'> {
  tour?: TourProgress | undefined;
  /** Absent if no guide can be asked. */
  onAsk?: ((question: string) => void) | undefined;
}

/** Absent if the museum has no practical information, numbers on labels or texts. */
export function FindButton({ tour, onAsk, ...key }: FindButtonProps) {
  const { profile, t } = useScreen();
  const { code, isLoading, hasFailed, open, close } = useLate(findDialog);
  if (!hasFindings(profile)) return null;
  return (
    <>
      <FindKey {...key} isOpen={code !== undefined} isLoading={isLoading} onOpen={open} />
      {code && <code.FindDialog tour={tour} onAsk={onAsk} onClose={close} />}
      <VisuallyHidden role="status">{hasFailed && t('shared:error.network')}</VisuallyHidden>
    </>
  );
}
