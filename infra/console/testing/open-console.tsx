import { type GatewayErrorBody, type GatewayErrorCode, gatewayErrorStatus } from '@enfilade/shared-contracts/api/gateway-error';
import type {
  AskedGroup,
  AuditRecord,
  EarlierSet,
  Overview,
  ScreenErrors,
  SpentDay,
  TokenSummary,
  TriedRollout,
  VersionVitals,
} from '@enfilade/shared-contracts/api/registry-schemas';
import { createI18n } from '@enfilade/shared-contracts/i18n/create-i18n';
import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import type { OperatorProps } from '@enfilade/shared-contracts/remote/operator-props';
import { createSession } from '@enfilade/shared-contracts/visit/create-session';
import { onTestFinished } from '@rstest/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
// The screen loads its pages late. Here they are loaded before the first view.
import '../console-page.tsx';
import Screen, { loadTexts } from '../screen.tsx';
import { at, belmonte, cathedral, declarations, history, museumNamed, rollbackPlan, rollout, tokens, versionOf } from './states.tsx';

/** A test changes these responses. */
export interface TestSite {
  isLoggedIn: boolean;
  operator: { name: string; museums: string[] | '*' };
  overview: Overview;
  versions: string[];
  rollouts: TriedRollout[];
  history: EarlierSet[];
  audit: AuditRecord[];
  questions: AskedGroup[];
  tokens: TokenSummary[];
  provider: string | null;
  spending: SpentDay[];
  vitals: VersionVitals[];
  /** By remote. Any other remote was never published. */
  errors: Record<string, ScreenErrors>;
  /** Method and path of each request that changes something. */
  changes: { request: string; body: unknown }[];
  /** Replaces the usual response, by `METHOD /path`. A rejected promise is a broken connection. */
  responses: Map<string, () => Response | Promise<Response>>;
  fetch(url: string, options: RequestInit): Promise<Response>;
}

export const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
export function refusal(code: GatewayErrorCode, part: Partial<GatewayErrorBody> = {}): Response {
  return json({ code, message: 'The reason.', requestId: 'request', ...part }, gatewayErrorStatus[code]);
}

export const overviewOf = (...museums: Overview['museums']): Overview => ({
  ...{ museums, declarations },
  default: { sequence: 9, screens: { landing: { version: '1.8.0', pinned: true } }, rollouts: [] },
});

function createTestSite(change: Partial<TestSite>): TestSite {
  const site: TestSite = {
    isLoggedIn: true,
    operator: { name: 'anna', museums: '*' },
    overview: overviewOf(museumNamed(belmonte, 'Palazzo Belmonte'), museumNamed(cathedral, 'Saint Aurelian’s Cathedral')),
    versions: ['1.9.0', '1.8.0'],
    rollouts: [],
    history: [...history],
    audit: [],
    questions: [],
    tokens: [...tokens],
    provider: null,
    spending: [],
    vitals: [],
    errors: {},
    changes: [],
    responses: new Map(),
    async fetch(url, { method = 'GET', body, headers }) {
      const { pathname, searchParams } = new URL(url, 'http://site');
      const request = `${method} ${pathname}`;
      if (new Headers(headers).get('X-Enfilade') !== '1') return refusal('forbidden');
      if (method !== 'GET')
        site.changes.push({ request, body: body === undefined || body === null ? undefined : JSON.parse(String(body)) });
      return (await site.responses.get(request)?.()) ?? respond(site, request, searchParams);
    },
  };
  return Object.assign(site, change);
}

function respond(site: TestSite, request: string, query: URLSearchParams): Response {
  if (request === 'GET /api/operators/provider') return json({ provider: site.provider });
  if (request === 'GET /api/operators/session') return json(site.isLoggedIn ? site.operator : null);
  if (request === 'POST /api/operators/session') site.isLoggedIn = true;
  else if (!site.isLoggedIn) return refusal('unauthorized');
  if (request === 'DELETE /api/operators/session') site.isLoggedIn = false;
  if (request === 'POST /registry/v1/tokens') return json({ ...tokens[0], secret: `enfilade_${'x'.repeat(43)}` }, 201);
  if (!request.startsWith('GET ')) return json({ ...rollbackPlan, grant: rollout.id, expiresAt: at });
  if (request.endsWith('/errors')) return errorsOf(site, request.split('/').at(-2) ?? '');
  const responses: Record<string, unknown> = {
    overview: site.overview,
    rollouts: { rollouts: site.rollouts },
    questions: { questions: site.questions },
    spending: { days: site.spending },
    vitals: { versions: site.vitals },
    tokens: { tokens: site.tokens },
    history: { sets: site.history },
    versions: { versions: site.versions.map(versionOf) },
    audit: auditOf(site, query),
  };
  return json(responses[request.split('/').at(-1) ?? '']);
}

/** Newest first. */
function auditOf({ audit }: TestSite, query: URLSearchParams) {
  const seen = audit.filter(({ seq }) => seq < Number(query.get('before') ?? Number.POSITIVE_INFINITY)).toReversed();
  const records = seen.slice(0, Number(query.get('newest')));
  return { records, ...(records.length < seen.length && { next: records.at(-1)?.seq }) };
}

const errorsOf = (site: TestSite, remote: string) => (site.errors[remote] ? json(site.errors[remote]) : refusal('not-found'));

interface Opening {
  isSecure?: boolean;
  /** What differs from a site with two museums and an operator of everything. */
  site?: Partial<TestSite>;
  search?: string;
  language?: Language;
}

export async function openConsole({ site: change = {}, search = '', language = 'en', isSecure = true }: Opening = {}) {
  const site = createTestSite(change);
  // The test page is never a secure context by itself.
  Object.defineProperty(window, 'isSecureContext', { configurable: true, value: isSecure });
  const clock = createHandClock();
  const session = createSession({ document: Object.assign(new EventTarget(), { cookie: '' }), window });
  onTestFinished(() => {
    cleanup();
    session.dispose();
  });
  const i18n = createI18n({ language });
  for (const each of languages) i18n.addResourceBundle(each, 'operator', (await loadTexts(each)).default);
  render(<Page props={{ session, i18n, clock, fetch: site.fetch, search, go: () => undefined }} />);
  return { site, clock, user: userEvent.setup() };
}

/** The address is a state, as in the host. */
function Page({ props }: { props: OperatorProps }) {
  const [search, setSearch] = useState(props.search);
  return <Screen {...props} search={search} go={setSearch} />;
}

async function partNamed(name: string, kind: 'section' | 'li') {
  const heading = await screen.findByRole('heading', { level: 2, name });
  const part = heading.closest<HTMLElement>(kind);
  if (!part) throw new Error(`The page has no ${kind} named ${name}.`);
  return within(part);
}

export const sectionNamed = (name: string) => partNamed(name, 'section');

export const itemNamed = (name: string) => partNamed(name, 'li');
