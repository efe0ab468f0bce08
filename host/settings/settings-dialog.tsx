import type { MuseumResponse } from '@enfilade/shared-contracts/api/schemas';
import type { I18n } from '@enfilade/shared-contracts/i18n/i18n';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import type { ReadableStore } from '@enfilade/shared-contracts/kit/store';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { Destination, ScreenLink } from '@enfilade/shared-contracts/remote/screen-props';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { Dialog } from '@enfilade/shared-contracts/ui/dialog';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { useEffect } from 'react';
import { createPart, usePart } from '../texts/late-part.ts';

interface SettingsProps {
  i18n: I18n;
  session: VisitorSession;
  /** Operators hear nothing. */
  hasSound: boolean;
  /** The one the visitor is in. */
  museum?: ReadableStore<{ data?: MuseumResponse }> | undefined;
  /** Absent where there are none. */
  onGroups?: (() => void) | undefined;
  /** To the museum's other screens. */
  links: readonly ScreenLink[];
  go(to: Destination): void;
}

const noMuseum: ReadableStore<{ data?: MuseumResponse }> = { getState: () => none, subscribe: () => () => undefined };
const none = {};

/** A chunk of its own: most visitors leave everything as it is. */
const panelCode = createPart('settings', () =>
  Promise.all([
    import(/* webpackChunkName: "settings" */ './settings-panel.tsx'),
    import(/* webpackChunkName: "settings" */ './texts/texts.ts'),
  ]),
);

/** The visitor's settings, over whatever is shown, while they are being chosen. */
export function SettingsDialog(props: SettingsProps) {
  const isOpen = useStore(props.session.store, (state) => state.isChoosingSettings);
  return isOpen && <OpenDialog {...props} />;
}

function OpenDialog({ i18n, session, hasSound, museum = noMuseum, onGroups, links, go }: SettingsProps) {
  const { t, language } = useTranslation(i18n, 'shared');
  const easyLanguage = useStore(museum, ({ data }) => data?.profile.easyLanguage);
  const { code, hasFailed, retry } = usePart(panelCode, i18n);
  useFocusAfterwards();
  const showGroups = () => {
    session.chooseSettings(false);
    onGroups?.();
  };
  return (
    <Dialog
      title={t('shared:settings.open')}
      closeLabel={t('shared:close')}
      isSeenThrough
      data-beside=""
      onClose={() => session.chooseSettings(false)}
    >
      {code && (
        <code.SettingsPanel
          i18n={i18n}
          session={session}
          hasSound={hasSound}
          hasEasy={easyLanguage?.[language] !== undefined}
          onGroups={onGroups && showGroups}
          links={links.filter(({ place }) => place === 'menu')}
          onLink={(screen) => {
            session.chooseSettings(false);
            go({ screen });
          }}
        />
      )}
      {!code && (
        // As high as a dialog becomes: nothing moves when the settings are there.
        <p role="status" style={hasFailed ? undefined : { minBlockSize: '100svh' }}>
          {t(hasFailed ? 'shared:error.network' : 'shared:loading')}
        </p>
      )}
      {hasFailed && (
        <Button kind="main" wide onClick={retry}>
          {t('shared:retry')}
        </Button>
      )}
    </Dialog>
  );
}

/** Safari focuses no button that is pressed; a screen may have been replaced meanwhile. */
function useFocusAfterwards() {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('[aria-haspopup="dialog"]')?.focus();
    },
    [],
  );
}
