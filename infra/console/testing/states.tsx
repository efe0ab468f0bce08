import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import type {
  AskedGroup,
  AuditRecord,
  EarlierSet,
  HaltCause,
  MuseumOverview,
  Overview,
  RollbackPreview,
  ScreenErrors,
  TokenSummary,
  TriedRollout,
  VersionVitals,
} from '@enfilade/shared-contracts/api/registry-schemas';
import type { VersionSummary } from '@enfilade/shared-contracts/api/version-schemas';
import { languageSchema, languages } from '@enfilade/shared-contracts/i18n/language';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { someDeclarations } from '@enfilade/shared-contracts/releases/testing/some-screens';
import type { States } from '@enfilade/shared-contracts/remote/states-page';
import type { ReactElement } from 'react';
import { z } from 'zod/mini';
import { ConsoleProvider, type ConsoleRoute, createFormats } from '../common/console.tsx';
import type { OperatorsClient } from '../common/operators-client.ts';
import { ConsolePage } from '../console-page.tsx';
import { LoginPage } from '../login/login-page.tsx';
import styles from '../styles/page.module.css';
import type { TextKey, Translate } from '../texts/texts.ts';

export const belmonte = '6610a1b2c3d4e5f601000001';
export const cathedral = '6610a1b2c3d4e5f601000002';
export const at = '2026-11-22T03:00:00.000Z';
const quietHours = Array.from({ length: 12 }, () => ({ loads: 0, failures: 0 }));

export const rollout: TriedRollout = {
  id: '00000000-0000-4000-8000-000000000001',
  museumId: belmonte,
  versions: { landing: '1.9.0' },
  percent: 25,
  steps: [1, 25, 100],
  startedAt: at,
  halted: null,
  tried: { loads: 41, failures: 2 },
};

export function museumNamed(museumId: string, name: string, part: Partial<MuseumOverview> = {}): MuseumOverview {
  const screens = { landing: { version: '1.8.0', pinned: false }, visit: { version: '1.7.0', pinned: true } };
  return { museumId, name, entryScreen: 'visit', sequence: 12, screens, rollouts: [], health: healthOf(0, 0), ...part };
}

/** All loads are in the current hour. */
export function healthOf(loads: number, failures: number): MuseumOverview['health'] {
  return { loads, failures, hours: [...quietHours.slice(1), { loads, failures }] };
}

export function recordOf(seq: number, part: Partial<AuditRecord> = {}): AuditRecord {
  const payload = { museumId: belmonte, name: 'landing', version: '1.8.0', previous: null };
  return { seq, at, actor: 'operator:anna', action: 'pin-set', payload, sentence: 'pinned landing 1.8.0', hash: 'a'.repeat(64), ...part };
}

const titles: Record<string, string> = { landing: 'Landing', tailoring: 'Tailoring', visit: 'Visit', chat: 'Chat', operator: 'Console' };
export const cause: HaltCause = {
  ...{ remote: 'landing', version: '1.9.0', signal: 'failures' },
  ...{ rolledOut: { visits: 41, value: 9 }, stable: { visits: 370, value: 2 } },
};
export const vitals: VersionVitals[] = [
  {
    ...{ version: '1.9.0', visits: 38, usableMs: { p50: 1_420, p75: 2_060 }, inpMs: { p50: 72, p75: 120 } },
    ...{ shift: { p50: 0, p75: 0.012 }, longTaskMs: { p50: 180, p75: 420 } },
  },
  // Some browsers measure less.
  { version: '1.8.0', visits: 1, usableMs: { p50: 1_180, p75: 1_180 }, inpMs: null, shift: null, longTaskMs: null },
];

export const rollbackPlan: RollbackPreview = {
  ...{ museumId: belmonte, toSequence: 0, sequence: 12, halted: [], preview: true },
  changes: [{ name: 'visit', from: '1.7.0', to: null }],
};

export function versionOf(version: string): VersionSummary {
  return { version, publishedAt: at, actor: 'local', contract: '^1.0.0', bytes: 1_000, pinnedBy: [] };
}

export const history: EarlierSet[] = [
  { sequence: 12, pins: { visit: '1.7.0' }, at, actor: 'local', action: 'pin-set' },
  { sequence: 0, pins: {}, at: null, actor: null, action: 'never-pinned' },
];

/** One question with consent to show it, one without, and one of a hosted platform. */
export const questions: AskedGroup[] = [
  {
    ...{ id: '1'.repeat(32), language: 'en', stems: ['child', 'ticket'], document: 'museums/belmonte/knowledge/en/visit.md', visits: 23 },
    reasons: [
      { reason: 'no-passage', visits: 21 },
      { reason: 'rated-down', visits: 4 },
    ],
    exhibitions: [
      { exhibitionId: '1'.repeat(24), name: 'The Painting Salon', visits: 14 },
      { exhibitionId: '2'.repeat(24), visits: 9 },
    ],
    ...{ words: ['how much for 2 children??', 'What does a ticket for a child cost?'], sentences: [], lastDay: '2026-11-22' },
  },
  {
    ...{ id: '2'.repeat(32), language: 'de', stems: ['deck', 'restaurier'], document: 'museums/belmonte/knowledge/de/salon.md', visits: 8 },
    ...{
      reasons: [{ reason: 'dropped', visits: 8 }],
      exhibitions: [{ exhibitionId: '1'.repeat(24), name: 'The Painting Salon', visits: 8 }],
    },
    ...{ words: [], sentences: [{ reason: 'number', text: 'Die Decke wurde 1987 restauriert.' }], lastDay: '2026-11-21' },
  },
  {
    ...{ id: '3'.repeat(32), language: 'fr', stems: ['chien'], document: null, visits: 5, words: [], sentences: [], lastDay: '2026-11-20' },
    ...{ reasons: [{ reason: 'no-passage', visits: 5 }], exhibitions: [{ exhibitionId: '1'.repeat(24), visits: 5 }] },
  },
];

const frame = { remote: 'visit', version: '1.9.0', file: 'ui/talk-panel.tsx', line: 88, column: 14, isMapped: true };
export const screenErrors: ScreenErrors = {
  errors: [
    {
      ...{ version: '1.9.0', place: 'ui/talk-panel.tsx:88', kinds: ['handler', 'render'], visits: 14, firstSeen: at, lastSeen: at },
      frames: [frame, { ...frame, remote: 'host', version: '1.6.0', file: 'node_modules/react-dom/cjs/react-dom-client.production.js' }],
      museums: [
        { museumId: belmonte, visits: 13 },
        { museumId: cathedral, visits: 1 },
      ],
      browsers: [
        { browser: 'Chrome 141', visits: 12 },
        { browser: 'Safari 18', visits: 2 },
      ],
    },
    {
      ...{ version: '1.8.0', place: null, kinds: ['hung'], visits: 1, firstSeen: at, lastSeen: at, frames: [] },
      ...{ museums: [{ museumId: cathedral, visits: 1 }], browsers: [{ browser: 'Firefox 144', visits: 1 }] },
    },
  ],
  budget: { target: 0.995, week: { loads: 1_204, failures: 15 }, day: { loads: 200, failures: 6 } },
};
const noErrors: ScreenErrors = { errors: [], budget: { target: 0.995, week: { loads: 0, failures: 0 }, day: { loads: 0, failures: 0 } } };

const ofToken = {
  id: '00000000-0000-4000-8000-00000000000a',
  issuedAt: at,
  issuedBy: 'operator:anna',
  expiresAt: '2027-11-22T03:00:00.000Z',
};
export const tokens: TokenSummary[] = [
  { ...ofToken, name: 'visit-team', actions: ['publish', 'pin', 'rollout'], remotes: ['visit'], museums: [belmonte] },
  { ...ofToken, id: '00000000-0000-4000-8000-00000000000b', name: 'site.ci', actions: ['publish'], remotes: ['*'], museums: ['*'] },
];

const said = { note: 'Larger letters for the captions', author: 'Mara Rossi' };
export const declarations = Object.fromEntries(
  Object.entries(someDeclarations).map(([name, declaration]) => [
    name,
    { ...declaration, title: Object.fromEntries(languages.map((language) => [language, titles[name] ?? name])) },
  ]),
);

const localBuilds = Object.fromEntries(
  ['landing', 'chat', 'tailoring', 'visit'].map((name, each) => [name, { version: `0.1.0-dev.${each}a4e090d`, pinned: each === 3 }]),
);
const overview: Overview = {
  museums: [
    museumNamed(belmonte, 'Palazzo Belmonte', { code: 'B-17', rollouts: [rollout], health: healthOf(400, 2), leftOut: ['chat'] }),
    museumNamed(cathedral, 'Saint Aurelian’s Cathedral', { screens: localBuilds, health: healthOf(90, 30) }),
    museumNamed('6610a1b2c3d4e5f601000003', 'Ida-Lorenthal-Archiv', { screens: localBuilds }),
  ],
  default: { sequence: 9, screens: { landing: { version: '1.8.0', pinned: true } }, rollouts: [] },
  declarations,
};
const records = [
  recordOf(1),
  recordOf(2, { action: 'rollout-started', payload: { museumId: belmonte, versions: rollout.versions, percent: 25 } }),
];
const nothing = () => undefined;
const done = async () => undefined;
const client: OperatorsClient = {
  whoAmI: async () => ({ name: 'anna', museums: '*' }),
  logIn: done,
  logOut: done,
  loadOverview: async () => overview,
  loadVersions: async () => [versionOf('1.9.0'), { ...versionOf('1.8.0'), ...said }, { ...versionOf('1.7.0'), ...said }],
  loadRollouts: async () => [rollout, { ...rollout, id: '00000000-0000-4000-8000-000000000002', halted: 'failures', cause }],
  loadHistory: async () => history,
  loadAudit: async () => ({ records: records.toReversed() }),
  pin: done,
  unpin: done,
  leaveOut: done,
  takeIn: done,
  startRollout: done,
  changeRollout: done,
  haltRollout: done,
  previewRollback: async () => rollbackPlan,
  rollBack: async () => rollbackPlan,
  grant: async () => ({ grant: rollout.id, expiresAt: at }),
  loadProvider: async () => null,
  loadTokens: async () => tokens,
  issueToken: async ({ days: _, ...request }) => ({ ...ofToken, ...request, secret: `enfilade_${'x'.repeat(43)}` }),
  revokeToken: done,
  loadQuestions: async () => questions,
  loadErrors: async (name) => (name === 'visit' ? screenErrors : noErrors),
  loadSpending: async () => [
    { day: '2026-11-21', cents: 1_204, work: {} },
    { day: at.slice(0, 10), cents: 87.5, work: {} },
  ],
  eraseQuestions: done,
  loadVitals: async (name) => (name === 'landing' ? vitals : []),
};
const notAnswering = new Promise<never>(nothing);

function within(t: Translate, content: ReactElement, change: Partial<OperatorsClient> = {}) {
  const language = z.catch(languageSchema, 'en').parse(document.documentElement.lang);
  const tools = {
    client: { ...client, ...change },
    clock: systemClock,
    t,
    language,
    formats: createFormats(language, systemClock.now),
    screenName: String,
    go: nothing,
  };
  return (
    <ConsoleProvider value={tools}>
      <main className={styles['page']}>{content}</main>
    </ConsoleProvider>
  );
}
const page = (t: Translate, route: ConsoleRoute, change: Partial<OperatorsClient> = {}) =>
  within(t, <ConsolePage route={route} operator={{ name: 'anna', museums: '*' }} />, change);
const login = (t: Translate, hasEnded: boolean, search = '', change: Partial<OperatorsClient> = {}) =>
  within(t, <LoginPage isSecure {...{ hasEnded, search }} logIn={done} />, change);

export const states: States<TextKey> = (t) => ({
  login: login(t, false),
  'login-ended': login(t, true),
  'login-provider': login(t, false, '?login=no-museum', { loadProvider: async () => 'login.museum-group.example' }),
  loading: page(t, { page: 'overview' }, { loadOverview: () => notAnswering }),
  offline: page(t, { page: 'overview' }, { loadOverview: () => Promise.reject(new ApiError('network', 'offline')) }),
  overview: page(t, { page: 'overview' }),
  'overview-empty': page(t, { page: 'overview' }, { loadOverview: async () => ({ ...overview, museums: [] }) }),
  museum: page(t, { page: 'museum', museumId: belmonte }),
  default: page(t, { page: 'museum', museumId: '*' }),
  'museum-unknown': page(t, { page: 'museum', museumId: 'f'.repeat(24) }),
  audit: page(t, { page: 'audit' }),
  questions: page(t, { page: 'questions', museumId: belmonte }),
  errors: page(t, { page: 'errors', museumId: '*' }),
  'errors-none': page(t, { page: 'errors', museumId: belmonte }, { loadErrors: async () => noErrors }),
  tokens: page(t, { page: 'tokens' }),
  'tokens-none': page(t, { page: 'tokens' }, { loadTokens: async () => [] }),
  'questions-none': page(t, { page: 'questions', museumId: belmonte }, { loadQuestions: async () => [] }),
});
