import { hasWords } from '@enfilade/shared-contracts/conversation/turns';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { arrivalPath } from '@enfilade/shared-contracts/visit/arrival';
import { formatVisitAddress } from '@enfilade/shared-contracts/visit/visit-address';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { forgetVisit } from '../end/forget-visit.ts';
import { useRecord } from '../museums/records.ts';
import { type HostServices, useHost } from '../screens/host-services.ts';
import { type KioskState, secondsLeft, watchIdle } from './idle.ts';
import styles from './kiosk-views.module.css';
import { AttractView, ForgettingView, StillThereDialog } from './kiosk-views.tsx';
import { texts } from './texts/texts.ts';

function KioskPage({ children }: { children: ReactNode }) {
  const services = useHost();
  const { session, records, clock } = services;
  useState(() => closeWaysOut(window));
  const idle = useIdle(services);
  const kind = useStore(idle, (state) => state.kind);
  const left = useStore(idle, (state) => secondsLeft(state, clock.now()));
  const museumId = useMuseumId(services);
  const museum = useRecord(museumId ? records.museum(museumId) : undefined).data;
  const hasFailed = useForgetting(kind === 'forgetting', museumId, services);
  const themeMode = useStore(session.store, (state) => state.themeMode);
  const isAttracting = kind === 'attract' && museum !== undefined;
  return (
    <>
      {/* While the visit is being deleted, no screen is mounted that could write visit data. */}
      {kind !== 'forgetting' && (
        <div className={styles['beneath']} inert={isAttracting}>
          {children}
        </div>
      )}
      {isAttracting && <AttractView {...museum} themeMode={themeMode} onTouch={idle.touch} />}
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
      const { cookies, device, site } = await forgetVisit({ museumId, api, session, page: { document, window }, isKiosk: true });
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

type KioskWindow = Pick<Window, 'navigator' | 'document' | 'location'> & { open: unknown; print: unknown };

/** The clipboard and the printer count as ways out: the next visitor would find copied text. Also applies to a museum's own screens. */
function closeWaysOut(page: KioskWindow): void {
  const { navigator, document } = page;
  for (const name of ['clipboard', 'share']) Object.defineProperty(navigator, name, { value: undefined, configurable: true });
  page.open = () => null;
  page.print = () => undefined;
  const prevent = (event: Event) => event.preventDefault();
  const onClick = (event: Event) => {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href], area[href]');
    if (link && isWayOut(link, page.location.origin)) event.preventDefault();
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
