import type { I18n } from '@enfilade/shared-contracts/i18n/i18n';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { createLazy } from '@enfilade/shared-contracts/kit/create-lazy';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { Button, IconButton } from '@enfilade/shared-contracts/ui/button';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from './settings-dialog.module.css';

interface SettingsProps {
  i18n: I18n;
  session: VisitorSession;
  /** Operators hear nothing. */
  hasSound: boolean;
}

/** A chunk of its own: most visitors leave everything as it is. */
const panelCode = createLazy(() => import(/* webpackChunkName: "settings" */ './settings-panel.tsx'));

/** The visitor's settings, over whatever is shown, while they are being chosen. */
export function SettingsDialog(props: SettingsProps) {
  const isOpen = useStore(props.session.store, (state) => state.isChoosingSettings);
  return isOpen && <OpenDialog {...props} />;
}

function OpenDialog({ i18n, session, hasSound }: SettingsProps) {
  const { t, language } = useTranslation(i18n, 'shared');
  const dialog = useModal();
  const { code, hasFailed, load } = usePanelCode();
  const close = () => session.chooseSettings(false);
  // A call takes Escape as a wish to interrupt the guide.
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && event.stopPropagation();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: beside it, for the keyboard there is Escape
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby="settings-title"
      data-beside=""
      onClose={close}
      onKeyDown={onKeyDown}
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
    >
      <div className={styles['sheet']}>
        <div className={styles['head']}>
          <h2 id="settings-title">{t('shared:settings.open')}</h2>
          <IconButton icon="close" aria-label={t('shared:close')} onClick={close} />
        </div>
        {code && <code.SettingsPanel session={session} language={language} hasSound={hasSound} />}
        {!code && <p role="status">{t(hasFailed ? 'shared:error.network' : 'shared:loading')}</p>}
        {hasFailed && (
          <Button kind="main" wide onClick={load}>
            {t('shared:retry')}
          </Button>
        )}
      </div>
    </dialog>
  );
}

/** The browser keeps the focus in a modal dialog and gives it back. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => {
      opened?.close();
      // Safari focuses no button that is pressed; a screen may have been replaced meanwhile.
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('[aria-haspopup="dialog"]')?.focus();
    };
  }, []);
  return dialog;
}

function usePanelCode() {
  const code = useStore(panelCode, (loaded) => loaded);
  const [hasFailed, setFailed] = useState(false);
  const load = () => {
    setFailed(false);
    panelCode.load().catch(() => setFailed(true));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; then by the button
  useEffect(load, []);
  return { code, hasFailed, load };
}
