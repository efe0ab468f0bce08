import type { I18n } from '../i18n/i18n.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useStore } from '../kit/use-store.ts';
import type { VisitorSession } from '../visit/session.ts';
import { QuietButton } from './button.tsx';
import { Icon } from './icon.tsx';

interface ThemeToggleProps {
  i18n: I18n;
  session: VisitorSession;
}

/** Dark on light or light on dark; its name says what pressing it brings. */
export function ThemeToggle({ i18n, session }: ThemeToggleProps) {
  const { t } = useTranslation(i18n, 'shared');
  const mode = useStore(session.store, (state) => state.themeMode);
  const next = mode === 'positive' ? 'negative' : 'positive';
  return (
    <QuietButton
      aria-label={t(next === 'negative' ? 'shared:theme.toNegative' : 'shared:theme.toPositive')}
      onClick={() => session.setThemeMode(next)}
    >
      <Icon name="contrast" />
    </QuietButton>
  );
}
