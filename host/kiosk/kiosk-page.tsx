import type { MuseumResponse } from '@enfilade/shared-contracts/api/schemas';
import { hasWords } from '@enfilade/shared-contracts/conversation/turns';
import { languages } from '@enfilade/shared-contracts/i18n/language';
import { parseMuseumLanguage } from '@enfilade/shared-contracts/i18n/localize';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import { sceneOf, sceneUrl } from '@enfilade/shared-contracts/museum/pictures';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { useModal } from '@enfilade/shared-contracts/ui/dialog';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { arrivalPath } from '@enfilade/shared-contracts/visit/arrival';
import { formatVisitAddress } from '@enfilade/shared-contracts/visit/visit-address';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { forgetVisit } from '../end/forget-visit.ts';
import { useRecord } from '../museums/records.ts';
import { type HostServices, useHost, useTexts } from '../screens/host-services.ts';
import { takeFocus } from '../screens/page-parts.tsx';
import { idleLimits, type KioskState, secondsLeft, watchIdle } from './idle.ts';
import styles from './kiosk-views.module.css';
import { type TextKey, texts } from './texts/texts.ts';

function KioskPage({ children }: { children: ReactNode }) {
  const services = useHost();
  const { records, clock } = services;
  useState(closeWaysOut);
  const idle = useIdle(services);
  const kind = useStore(idle, (state) => state.kind);
  const left = useStore(idle, (state) => secondsLeft(state, clock.now()));
  const museumId = useMuseumId(services);
  const museum = useRecord(museumId ? records.museum(museumId) : undefined).data;
  const hasFailed = useForgetting(kind === 'forgetting', museumId, services);
  const isAttracting = kind === 'attract' && museum !== undefined;
  return (
    <>
      {/* While the visit is being deleted, no screen is mounted that could write visit data. */}
      {kind !== 'forgetting' && (
        <div className={styles['beneath']} inert={isAttracting}>
          {children}
        </div>
      )}
      {isAttracting && <AttractView {...museum} onTouch={idle.touch} />}
      {kind === 'asking' && <StillThereDialog secondsLeft={left} onStay={idle.touch} />}
      {kind === 'forgetting' && <ForgettingView museum={museum?.museum} hasFailed={hasFailed} />}
    </>
  );
}

export const part = { KioskPage, texts };

/** Stays known after the visit is deleted. */
function useMuseumId({ kiosk, session }: Pick<HostServices, 'kiosk' | 'session'>) {
  const [museumId, setMuseumId] = useState(() => kiosk?.museumId ?? session.store.getState().museumId);
  useEffect(() => session.store.subscribe((state) => state.museumId && setMuseumId(state.museumId)), [session]);
  return museumId;
}

/** A kiosk that starts deletes stored data. A kiosk that is reloaded during a visit continues. */
function firstState({ kiosk, session, conversation, clock }: HostServices): KioskState {
  const { exhibitionId, answers, userChangedLanguage } = session.store.getState();
  const isSomebodys = exhibitionId !== undefined || userChangedLanguage || Object.keys(answers).length > 0;
  if (!kiosk?.begins) return { kind: 'used', since: clock.now() };
  return { kind: isSomebodys || conversation.store.getState().turns.some(hasWords) ? 'forgetting' : 'attract' };
}

function useIdle(services: HostServices) {
  const { conversation, busy, clock } = services;
  const idle = useMemo(
    () => watchIdle({ first: firstState(services), page: document, conversation, busy, clock }),
    [services, conversation, busy, clock],
  );
  useEffect(() => idle.run(), [idle]);
  return idle;
}

const tryAgainMs = 5_000;

/** Retries, then reloads the page, whose memory also has the visit. @returns whether the deletion has failed so far */
function useForgetting(isOn: boolean, museumId: string | undefined, { session, conversation, api, clock }: HostServices): boolean {
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    let cancel = () => {};
    let isLeft = false;
    const forget = async () => {
      conversation.stop('kiosk');
      const { cookies, device, site } = await forgetVisit({ museumId, api, session, isKiosk: true });
      if (cookies && device && site)
        location.replace(formatVisitAddress({ path: arrivalPath, wantsPremium: false, wantsKiosk: true, museumId }));
      else if (!isLeft) {
        setFailed(true);
        cancel = clock.after(tryAgainMs, () => void forget());
      }
    };
    void forget();
    return () => {
      isLeft = true;
      cancel();
    };
  }, [isOn, museumId, session, conversation, api, clock]);
  return hasFailed;
}

/** The clipboard and the printer count as ways out: the next visitor would find copied text. Also applies to a museum's own screens. */
function closeWaysOut(): void {
  for (const name of ['clipboard', 'share']) Object.defineProperty(navigator, name, { value: undefined, configurable: true });
  window.open = () => null;
  window.print = () => undefined;
  const prevent = (event: Event) => event.preventDefault();
  const onClick = (event: Event) => {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href], area[href]');
    if (link && isWayOut(link, location.origin)) event.preventDefault();
  };
  for (const type of ['click', 'auxclick']) document.addEventListener(type, onClick, true);
  // The menu of a long press can open and save pages. Copied text would stay in the clipboard.
  for (const type of ['contextmenu', 'copy', 'cut', 'dragstart']) document.addEventListener(type, prevent, true);
}

export function isWayOut(link: Pick<HTMLAnchorElement, 'href' | 'target' | 'hasAttribute'>, origin: string): boolean {
  if (link.hasAttribute('download') || !['', '_self'].includes(link.target)) return true;
  try {
    return new URL(link.href).origin !== origin;
  } catch {
    return true;
  }
}

export function AttractView({ museum, profile, onTouch }: MuseumResponse & { onTouch(): void }) {
  const themeMode = useStore(useHost().session.store, (state) => state.themeMode);
  const first = parseMuseumLanguage(museum.defaultLanguage);
  const onKeyDown = (event: KeyboardEvent) => {
    event.preventDefault();
    onTouch();
  };
  return (
    <button ref={takeFocus} type="button" className={styles['attract']} onClick={onTouch} onKeyDown={onKeyDown}>
      <img src={sceneUrl(museum._id, sceneOf(profile, museum.exhibitions[0]?._id), themeMode)} alt="" className={styles['picture']} />
      <span className={styles['label']}>
        <GuideAvatar state="idle" size="min(9rem, 22svh)" />
        <span className={styles['name']}>{museum.name}</span>
        <span className={styles['words']}>
          {[first, ...languages.filter((language) => language !== first)].map((language) => (
            <span key={language} lang={language}>
              {`${texts[language].begin} `}
            </span>
          ))}
        </span>
      </span>
    </button>
  );
}

interface StillThereDialogProps {
  secondsLeft: number;
  onStay(): void;
}

/** Seconds left at which a screen reader announces the time. */
const announced = [idleLimits.askMs / 1000, 10, 5];

export function StillThereDialog({ secondsLeft, onStay }: StillThereDialogProps) {
  const { t } = useTexts<TextKey>('kiosk');
  const dialog = useModal();
  const id = useId();
  const left = announced.findLast((seconds) => secondsLeft <= seconds);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click anywhere counts, and any key does the same
    <dialog
      ref={dialog}
      className={styles['dialog']}
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onClose={onStay}
      onClick={onStay}
    >
      <h2 id={id}>{t('title')}</h2>
      <p id={`${id}-text`}>{t('text')}</p>
      <p className={styles['count']} aria-hidden="true">
        {secondsLeft}
      </p>
      <VisuallyHidden as="p" role="status">
        {left !== undefined && t('left', { count: left })}
      </VisuallyHidden>
      <Button kind="main" wide className={styles['stay']}>
        {t('stay')}
      </Button>
    </dialog>
  );
}

interface ForgettingViewProps {
  museum: Museum | undefined;
  /** True if the visit still exists, because the site is unreachable. */
  hasFailed: boolean;
}

export function ForgettingView({ museum, hasFailed }: ForgettingViewProps) {
  const { t } = useTexts<TextKey>('kiosk');
  return (
    <main className={styles['forgetting']}>
      <GuideAvatar state={hasFailed ? 'reconnecting' : 'thinking'} size="9rem" />
      {museum && <h1>{museum.name}</h1>}
      <p role="status">{t(hasFailed ? 'waiting' : 'forgetting')}</p>
    </main>
  );
}
