import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import type { OpenResponse } from '@enfilade/shared-contracts/api/carried-visit';
import { createI18n } from '@enfilade/shared-contracts/i18n/create-i18n';
import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { defaultProfile } from '@enfilade/shared-contracts/museum/profile';
import { someDeclarations } from '@enfilade/shared-contracts/releases/testing/some-screens';
import type { States } from '@enfilade/shared-contracts/remote/states-page';
import { literalSlot } from '@enfilade/shared-contracts/remote/testing/literal-slot';
import { Dialog } from '@enfilade/shared-contracts/ui/dialog';
import { createSession } from '@enfilade/shared-contracts/visit/create-session';
import type { ComponentProps, ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { CodeView, FailedArrival, LoadingView, NotFound } from '../arrival/arrival-views.tsx';
import type { ScreenContent } from '../arrival/resolve.ts';
import { CarriedPage } from '../end/carried-page.tsx';
import { EndView } from '../end/end-view.tsx';
import { ForgottenView } from '../end/forgotten-page.tsx';
import type { TextKey as EndKey } from '../end/texts/texts.ts';
import { AttractView, ForgettingView, StillThereDialog } from '../kiosk/kiosk-page.tsx';
import { RemoteError, type RemoteErrorCode } from '../releases/remote-error.ts';
import { HostContext, type HostServices, useHost, useTexts } from '../screens/host-services.ts';
import { PreviewBanner } from '../screens/preview-banner.tsx';
import { FailedScreen } from '../screens/remote-screen.tsx';
import { SettingsPanel } from '../settings/settings-panel.tsx';
import type { TextKey } from '../texts/texts.ts';
import { addAllTexts } from './add-all-texts.ts';
import { groupStates } from './group-states.tsx';

const nothing = () => undefined;
const unanswered = () => new Promise<never>(nothing);
/** Timers up to `passedMs` run at once. Other timers never run. */
const clockAfter = (passedMs: number) => ({
  now: systemClock.now,
  after(delayMs: number, call: () => void) {
    if (delayMs <= passedMs) call();
    return nothing;
  },
});
const granted = { remote: 'visit', version: '1.9.0', expiresAt: '2026-11-24T14:30:00.000Z' } as const;

const museum = museumSchema.parse({ _id: '6610a1b2c3d4e5f601000001', name: 'Palazzo Belmonte', logoSvgURL: '/logo.svg' });

function End(change: Partial<ComponentProps<typeof EndView>>) {
  const { t, language } = useTexts<EndKey>('end');
  const exchange = { answer: 'Two hundred winters of candle smoke lie on it.', sources: ['Restoration'], language };
  return (
    <EndView
      {...{ museum, language, t }}
      title="Palazzo Belmonte – The Grand Staircase"
      date={new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(Date.parse('2026-11-24T10:00:00Z'))}
      guideName="Clara"
      figures={{ questions: 2, minutes: 14, rooms: { seen: ['Vestibule', 'Painting Salon'], total: 3 } }}
      exchanges={[1, 2].map(() => ({ ...exchange, question: 'Why is the ceiling so dark?' }))}
      feedbackUrl="#feedback"
      rating={{ chosen: undefined, outcome: undefined, rate: nothing }}
      carry={{ state: { kind: 'none' }, make: nothing, copy: nothing }}
      isKiosk={false}
      links={[]}
      go={nothing}
      onSave={nothing}
      onShare={nothing}
      onShareLink={nothing}
      onForget={nothing}
      onBack={nothing}
      {...change}
    />
  );
}

const carried: ComponentProps<typeof EndView>['carry']['state'] = {
  kind: 'made',
  link: 'https://guide.example.org/collection-selection#visit=eyJhbGciOiJkaXIifQ',
  squares: Array.from({ length: 29 }, (_, row) => Array.from({ length: 29 }, (__, column) => (row * column) % 3 === 0)),
  questions: { code: 1, link: 2, all: 2 },
  expiresAt: Date.parse('2026-11-25T10:00:00Z'),
  copying: 'refused',
};

function Forgotten({ forgotten }: Pick<ComponentProps<typeof ForgottenView>, 'forgotten'>) {
  return <ForgottenView {...{ museum, forgotten }} onRetry={nothing} onStart={nothing} />;
}

function Carried({ open }: { open(): Promise<OpenResponse> }) {
  const content = { museum, profile: defaultProfile } as ScreenContent;
  const known = { ...useHost(), api: { openVisit: open }, conversation: { store: createStore({ turns: [] }) } } as never;
  return (
    <HostContext value={known}>
      <CarriedPage seal="" content={content} onCarriedOn={nothing} onSkip={nothing} />
    </HostContext>
  );
}

const carriedVisit = async (): Promise<OpenResponse> => ({
  visit: { museumId: museum._id, exhibitionId: museum._id, language: 'en', visitMode: 'guided', answers: {} },
  minutes: 14,
  turns: [],
  sealedAt: Date.parse('2026-11-24T10:00:00Z'),
});

type SettingsProps = Pick<ComponentProps<typeof SettingsPanel>, 'hasSound'> & Partial<ComponentProps<typeof SettingsPanel>>;

function Settings({ hasSound, links = [] }: SettingsProps) {
  const { t } = useTexts();
  return (
    <Dialog title={t('shared:settings.open')} closeLabel={t('shared:close')} kind="seenThrough" data-beside="" onClose={nothing}>
      <SettingsPanel hasSound={hasSound} hasEasy={hasSound} onGroups={hasSound ? nothing : undefined} links={links} onLink={nothing} />
    </Dialog>
  );
}

/** All views that are not screens. */
export const states: States<TextKey> = () => {
  const language = languages.find((each) => each === document.documentElement.lang) as Language;
  const i18n = createI18n({ language });
  addAllTexts(i18n);
  const session = createSession({ document, window });
  session.setLanguage(language, true);
  session.changeSettings({ theme: document.documentElement.dataset['theme'] === 'negative' ? 'dark' : 'light' });
  const records = { museum: unanswered, exhibition: unanswered } as never;
  const services = { i18n, session, records, clock: systemClock, api: { findMuseum: unanswered } } as unknown as HostServices;
  const page = (view: ReactElement, change: Partial<HostServices> = {}) => (
    <MemoryRouter>
      <HostContext value={{ ...services, ...change }}>{view}</HostContext>
    </MemoryRouter>
  );
  const loading = (passedMs: number) => page(<LoadingView retry={nothing} />, { clock: clockAfter(passedMs) });
  const failed = (name: string, code: RemoteErrorCode) =>
    page(
      <FailedScreen
        {...{ name, museum }}
        title={someDeclarations[name]?.title}
        isStart={name === 'landing'}
        error={new RemoteError(code, code)}
        retry={nothing}
        go={nothing}
      />,
    );
  const preview = (state: object) => {
    const shown = { ...createStore(state), leave: nothing, dismiss: nothing } as never;
    return page(
      <>
        <PreviewBanner />
        <NotFound />
      </>,
      { preview: shown },
    );
  };
  const settings = (hasSound: boolean, links?: ComponentProps<typeof Settings>['links']) =>
    page(
      <>
        <NotFound />
        <Settings {...{ hasSound, ...(links && { links }) }} />
      </>,
    );
  const gone = { cookies: true, device: true, site: true };
  return {
    'kiosk-attract': page(<AttractView museum={museum} profile={defaultProfile} onTouch={nothing} />),
    'kiosk-asks': page(<StillThereDialog secondsLeft={17} onStay={nothing} />),
    'kiosk-forgets': page(<ForgettingView museum={museum} hasFailed={false} />),
    'kiosk-waits': page(<ForgettingView museum={museum} hasFailed />),
    ...groupStates({ museum, page, i18n, language }),
    code: page(<CodeView isUnknown={false} />),
    'code-unknown': page(<CodeView isUnknown />),
    waiting: loading(0),
    'waiting-slow': loading(3000),
    'waiting-long': loading(8000),
    'arrival-failed': page(<FailedArrival retry={nothing} />),
    'not-found': page(<NotFound />),
    'failed-landing': failed('landing', 'unreachable'),
    'failed-visit': failed('visit', 'broken'),
    settings: settings(true),
    'settings-operator': settings(false),
    'settings-links': settings(true, [{ id: 'poster', place: 'menu', screen: 'poster', title: 'Museum poster', note: 'To print at home' }]),
    end: page(<End />),
    'end-links': page(
      <End links={[{ id: 'poster', place: 'end-card', screen: 'poster', title: 'Museum poster', note: 'To print at home' }]} />,
    ),
    'end-filled': page(<End openSlot={literalSlot} />),
    'end-nothing': page(<End exchanges={[]} figures={{ questions: 0, minutes: 1, rooms: undefined }} />),
    'end-rated': page(<End rating={{ chosen: 'helpful', outcome: 'sent', rate: nothing }} />),
    'end-carried': page(<End carry={{ state: carried, make: nothing, copy: nothing }} />),
    'end-carry-failed': page(<End carry={{ state: { kind: 'failed' }, make: nothing, copy: nothing }} />),
    'carried-opening': page(<Carried open={unanswered} />),
    'carried-opened': page(<Carried open={carriedVisit} />),
    'carried-failed': page(<Carried open={() => Promise.reject(new ApiError('network', 'offline'))} />),
    forgetting: page(<Forgotten forgotten={undefined} />),
    forgotten: page(<Forgotten forgotten={gone} />),
    'forgotten-not-all': page(<Forgotten forgotten={{ ...gone, site: false }} />),
    'preview-running': preview({ kind: 'running', grants: [granted] }),
    'preview-over': preview({ kind: 'over' }),
  };
};
