import type { I18n } from '@enfilade/shared-contracts/i18n/i18n';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { LanguageSelect } from '@enfilade/shared-contracts/ui/language-select';
import { ThemeToggle } from '@enfilade/shared-contracts/ui/theme-toggle';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import type { Place } from '../model/place.ts';
import { PlaceLink } from './place-link.tsx';
import styles from './styles/bar.module.css';

interface BarProps {
  i18n: I18n;
  session: VisitorSession;
  logOutWord: string;
  /** Absent while nobody is logged in. */
  onLogOut: (() => void) | undefined;
  go(place: Place): void;
}

/** The house's name, who can leave, language, light or dark. */
export function Bar({ i18n, session, logOutWord, onLogOut, go }: BarProps) {
  return (
    <header className={styles['bar']}>
      <PlaceLink to={{ page: 'overview' }} go={go} className={styles['brand']}>
        Enfilade
      </PlaceLink>
      <LanguageSelect i18n={i18n} session={session} />
      {onLogOut && <QuietButton onClick={onLogOut}>{logOutWord}</QuietButton>}
      <ThemeToggle i18n={i18n} session={session} />
    </header>
  );
}
