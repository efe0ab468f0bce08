import type { I18n } from '../i18n/i18n.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useStore } from '../kit/use-store.ts';
import type { VisitorSession } from '../visit/session.ts';
import { QuietButton } from './button.tsx';
import { Icon } from './icon.tsx';

/** The host renders the settings over every screen. */
export function SettingsButton({ i18n, session }: { i18n: I18n; session: VisitorSession }) {
  const { t } = useTranslation(i18n, 'shared');
  const isOpen = useStore(session.store, (state) => state.isChoosingSettings);
  return (
    <QuietButton
      aria-label={t('shared:settings.open')}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => session.chooseSettings(true)}
    >
      <Icon name="settings" />
    </QuietButton>
  );
}
