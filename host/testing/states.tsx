import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import type { OpenResponse } from '@enfilade/shared-contracts/api/carried-visit';
import { storeCarried } from '@enfilade/shared-contracts/conversation/runtime/conversation-memory';
import { createI18n } from '@enfilade/shared-contracts/i18n/create-i18n';
import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { defaultProfile, museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import { someDeclarations } from '@enfilade/shared-contracts/releases/testing/some-screens';
import type { States } from '@enfilade/shared-contracts/remote/states-page';
import { literalSlot } from '@enfilade/shared-contracts/remote/testing/literal-slot';
import { Dialog } from '@enfilade/shared-contracts/ui/dialog';
import { createSession } from '@enfilade/shared-contracts/visit/create-session';
import { type ComponentProps, type ReactElement, useEffect, useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { CodeView, FailedArrival, LoadingView, NotFound } from '../arrival/arrival-views.tsx';
import type { ScreenContent } from '../arrival/resolve.ts';
import { CarriedPage } from '../end/carried-page.tsx';
import { EndPage } from '../end/end-page.tsx';
import { ForgottenPage } from '../end/forgotten-page.tsx';
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

const openedMs = Date.parse('2026-11-24T10:00:00Z');
const visited: ScreenContent = {
  museum,
  profile: museumProfileSchema.parse({
    tabBar: { kind: 'guide-feedback', feedbackUrls: { en: 'https://museum.example/feedback' } },
    rooms: ['Vestibule', 'Painting Salon', 'Library'].map((name) => ({ id: name, name })),
  }),
  exhibition: { _id: museum._id, name: 'The Grand Staircase', pronunciations: [] },
};
const sealed = { link: { text: 'eyJhbGciOiJkaXIifQ', turns: 2 }, code: { text: 'eyJhbGciOiJkaXIifQ', turns: 1 } };
const endApi = { rate: async () => undefined, sealVisit: async () => ({ ...sealed, expiresAt: openedMs + 24 * 3_600_000 }) };
/** A device that shares, and whose browser refuses to copy. */
for (const [name, value] of Object.entries({ share: async () => undefined, clipboard: undefined }))
  Object.defineProperty(navigator, name, { value, configurable: true });

interface EndProps extends Partial<Pick<ComponentProps<typeof EndPage>, 'links' | 'openSlot'>> {
  hasSaid?: boolean;
  api?: object;
  /** The buttons that a visitor presses, in order. */
  presses?: readonly EndKey[];
}

function End({ links = [], openSlot, hasSaid = true, api = endApi, presses = [] }: EndProps) {
  const services = useHost();
  const { t, language } = useTexts<EndKey>('end');
  usePresses(presses.map((key) => t(key)));
  const [known] = useState(() => {
    const answer = 'Two hundred winters of candle smoke lie on it.';
    const sources = [{ title: 'Restoration', document: '' }];
    const turn = { question: 'Why is the ceiling so dark?', answer, sources, language, state: 'complete' } as const;
    const said = hasSaid ? { turns: [1, 2].map((id) => ({ ...turn, id })), room: { index: 1, count: 3, name: 'Salon' } } : { turns: [] };
    const state = { ...services.session.store.getState(), museumId: museum._id, exhibitionId: museum._id };
    const clock = { ...systemClock, now: () => openedMs };
    storeCarried(window, { tour: undefined, room: undefined, ...said }, { clock, minutes: 14, exhibitionId: () => museum._id });
    const session = { ...services.session, store: createStore(state) };
    return { ...services, api, session, clock, conversation: { store: createStore(said) } } as never;
  });
  return (
    <HostContext value={known}>
      <EndPage content={visited} links={links} go={nothing} openSlot={openSlot} onForget={nothing} onBack={nothing} />
    </HostContext>
  );
}

function usePresses(names: readonly string[]) {
  const [at, setAt] = useState(0);
  const name = names[at];
  useEffect(() => {
    if (name === undefined) return;
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click();
    const timer = setTimeout(() => setAt(at + 1));
    return () => clearTimeout(timer);
  }, [at, name]);
}

/** A view that calls the gateway with the visit of this device. */
function Calling({ api, children }: { api: object; children: ReactElement }) {
  const services = useHost();
  const known = {
    ...services,
    api,
    session: { ...services.session, forget: nothing },
    conversation: { store: createStore({ turns: [] }) },
  };
  return <HostContext value={known as never}>{children}</HostContext>;
}

const forgotten = (forgetVisit: () => Promise<void>) => (
  <Calling api={{ forgetVisit }}>
    <ForgottenPage museum={museum} />
  </Calling>
);
const carried = (openVisit: () => Promise<OpenResponse>) => (
  <Calling api={{ openVisit }}>
    <CarriedPage seal="" content={{ museum, profile: defaultProfile }} onCarriedOn={nothing} onSkip={nothing} />
  </Calling>
);

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
    'end-nothing': page(<End hasSaid={false} />),
    'end-rated': page(<End presses={['rate.helpful']} />),
    'end-carried': page(<End presses={['carry.make', 'carry.copy']} />),
    'end-carry-failed': page(<End api={{ sealVisit: () => Promise.reject(new Error('down')) }} presses={['carry.make']} />),
    'carried-opening': page(carried(unanswered)),
    'carried-opened': page(carried(carriedVisit)),
    'carried-failed': page(carried(() => Promise.reject(new ApiError('network', 'offline')))),
    forgetting: page(forgotten(unanswered)),
    forgotten: page(forgotten(async () => undefined)),
    'forgotten-not-all': page(forgotten(() => Promise.reject(new Error('down')))),
    'preview-running': preview({ kind: 'running', grants: [granted] }),
    'preview-over': preview({ kind: 'over' }),
  };
};
