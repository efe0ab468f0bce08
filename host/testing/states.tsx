import { createI18n } from '@enfilade/shared-contracts/i18n/create-i18n';
import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { defaultProfile } from '@enfilade/shared-contracts/museum/profile';
import type { RemoteName } from '@enfilade/shared-contracts/releases/contract';
import type { States } from '@enfilade/shared-contracts/remote/states-page';
import { createSession } from '@enfilade/shared-contracts/visit/create-session';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { CodeView, FailedArrival, LoadingView, NotFound } from '../arrival/arrival-views.tsx';
import { AttractView, ForgettingView, StillThereDialog } from '../kiosk/kiosk-views.tsx';
import { PreviewBanner } from '../preview/preview-banner.tsx';
import { RemoteError, type RemoteErrorCode } from '../releases/remote-error.ts';
import { FailedScreen } from '../screens/remote-screen.tsx';
import { type TextKey, texts } from '../texts/texts.ts';
import { groupStates } from './group-states.tsx';

const nothing = () => undefined;
const unanswered = () => new Promise<never>(nothing);
/** Timers up to `passedMs` have run already, and no other ever does. */
const clockAfter = (passedMs: number) => ({
  now: systemClock.now,
  after(delayMs: number, call: () => void) {
    if (delayMs <= passedMs) call();
    return nothing;
  },
});
const granted = { remote: 'visit', version: '1.9.0', expiresAt: '2026-11-24T14:30:00.000Z' } as const;

/** What the gallery shows of the host: every view of it that is not a screen. */
export const states: States<TextKey> = () => {
  const language = languages.find((each) => each === document.documentElement.lang) as Language;
  const i18n = createI18n({ language });
  i18n.addResourceBundle(language, 'host', texts[language]);
  const session = createSession({ document, window });
  session.setLanguage(language, true);
  session.setThemeMode(document.documentElement.dataset['theme'] === 'negative' ? 'negative' : 'positive');
  const records = { museum: unanswered, exhibition: unanswered } as never;
  const services = { i18n, session, records, clock: systemClock, api: { findMuseum: unanswered } as never };
  const page = (view: ReactElement) => <MemoryRouter>{view}</MemoryRouter>;
  const loading = (passedMs: number) => page(<LoadingView retry={nothing} services={{ ...services, clock: clockAfter(passedMs) }} />);
  const failed = (name: RemoteName, code: RemoteErrorCode) =>
    page(
      <FailedScreen name={name} error={new RemoteError(code, code)} museum={undefined} services={services} retry={nothing} go={nothing} />,
    );
  const preview = (state: object) => {
    const shown = { ...createStore(state), leave: nothing, dismiss: nothing } as never;
    return page(
      <>
        <PreviewBanner preview={shown} i18n={i18n} clock={systemClock} />
        <NotFound services={services} />
      </>,
    );
  };
  const museum = museumSchema.parse({ _id: '6610a1b2c3d4e5f601000001', name: 'Palazzo Belmonte', exhibitions: [] });
  return {
    'kiosk-attract': page(
      <AttractView museum={museum} profile={defaultProfile} themeMode={session.store.getState().themeMode} onTouch={nothing} />,
    ),
    'kiosk-asks': page(<StillThereDialog i18n={i18n} secondsLeft={17} onStay={nothing} />),
    'kiosk-forgets': page(<ForgettingView museum={museum} i18n={i18n} hasFailed={false} />),
    'kiosk-waits': page(<ForgettingView museum={museum} i18n={i18n} hasFailed />),
    ...groupStates({ museum, services, language }),
    code: page(<CodeView isUnknown={false} services={services} />),
    'code-unknown': page(<CodeView isUnknown services={services} />),
    waiting: loading(0),
    'waiting-slow': loading(3000),
    'waiting-long': loading(8000),
    'arrival-failed': page(<FailedArrival retry={nothing} services={services} />),
    'not-found': page(<NotFound services={services} />),
    'failed-landing': failed('landing', 'unreachable'),
    'failed-visit': failed('visit', 'render-error'),
    'preview-running': preview({ kind: 'running', grants: [granted] }),
    'preview-over': preview({ kind: 'over' }),
  };
};
