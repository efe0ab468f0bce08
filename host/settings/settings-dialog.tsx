import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { Destination } from '@enfilade/shared-contracts/remote/screen-props';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { Dialog } from '@enfilade/shared-contracts/ui/dialog';
import { useEffect } from 'react';
import { useLinks } from '../arrival/use-links.ts';
import { useRecord } from '../museums/records.ts';
import { useHost, useTexts } from '../screens/host-services.ts';
import { createPart, usePart } from '../texts/late-part.ts';

interface SettingsProps {
  /** Operators have no sound settings and no museum. */
  isForVisitors: boolean;
  /** Absent if the site has no groups. */
  onGroups: (() => void) | undefined;
  go(to: Destination): void;
}

/** Most visitors change no setting. */
const panelCode = createPart('settings', () => import(/* webpackChunkName: "settings" */ './settings-panel.tsx'));

export function SettingsDialog(props: SettingsProps) {
  const isOpen = useStore(useHost().session.store, (state) => state.isChoosingSettings);
  return isOpen && <OpenDialog {...props} />;
}

function OpenDialog({ isForVisitors, onGroups, go }: SettingsProps) {
  const { i18n, session, records } = useHost();
  const { t, language } = useTexts();
  const museumId = useStore(session.store, (state) => (isForVisitors ? state.museumId : undefined));
  const profile = useRecord(museumId ? records.museum(museumId) : undefined).data?.profile;
  const links = useLinks();
  const { code, hasFailed, retry } = usePart(panelCode, i18n);
  useFocusAfterwards();
  const close = () => session.chooseSettings(false);
  const showGroups = () => {
    close();
    onGroups?.();
  };
  return (
    <Dialog title={t('shared:settings.open')} closeLabel={t('shared:close')} kind="seenThrough" data-beside="" onClose={close}>
      {code && (
        <code.SettingsPanel
          hasSound={isForVisitors}
          hasEasy={profile?.easyLanguage?.[language] !== undefined}
          onGroups={onGroups && isForVisitors ? showGroups : undefined}
          links={links.filter(({ place }) => place === 'menu')}
          onLink={(screen) => {
            close();
            go({ screen });
          }}
        />
      )}
      {!code && (
        // The final height of the dialog, so that nothing moves when the settings load.
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

/** Safari does not focus pressed buttons, and the screen may have been replaced, so the settings button gets the focus. */
function useFocusAfterwards() {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('[aria-haspopup="dialog"]')?.focus();
    },
    [],
  );
}
