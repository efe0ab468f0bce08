import { createHmac, randomBytes } from 'node:crypto';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { ExhibitionRecord } from '@enfilade/shared-contracts/museum/exhibition-record';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import type { ProfileFile } from '@enfilade/shared-contracts/museum/profile-file';
import { pickValidAnswers } from '@enfilade/shared-contracts/visit/answer-rules';
import type { TailoringAnswers } from '@enfilade/shared-contracts/visit/answers';
import { questionsFor } from '@enfilade/shared-contracts/visit/question';
import type { Visit } from '@enfilade/shared-contracts/visit/visit';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../../http/metrics.ts';
import { clientAddress } from '../../http/request-head.ts';
import { type CookieRequest, createSignedCookie, type SignedCookieOptions } from '../../http/signed-cookie.ts';
import type { MuseumDirectory, SettingsFiles } from '../museums/museum-directory.ts';
import type { Spending } from '../spending/spending.ts';
import type { Services } from '../upstream/upstream.ts';
import type { Upstreams } from '../upstream/upstreams.ts';

/** Only `agreed` allows recordings; an unanswered question is `unasked`. */
const consents = ['agreed', 'declined', 'unasked'] as const;
export type Consent = (typeof consents)[number];

/** @param answers checked answers, which contain no consent for a museum that does not ask */
function consentOf({ consent }: TailoringAnswers): Consent {
  if (consent?.includes('consent.decline')) return 'declined';
  return consent?.includes('consent.agree') ? 'agreed' : 'unasked';
}

const lifeSeconds = 4 * 60 * 60;

/** `*`: the visit began with a request without a museum. */
type VisitMuseum = EntityId | '*';

interface SignedVisit {
  /** 128 random bits, which only the browser and this site have. */
  id: string;
  museumId: VisitMuseum;
  consent: Consent;
  /** Seconds since the epoch. A visit always ends four hours later. */
  begunAt: number;
}

/** `<id>.<seconds since the epoch>.<museum id>.<consent>`, signed. */
type VisitCookie = ReturnType<typeof createVisitCookie>;

interface VisitBeginning extends Pick<SignedVisit, 'museumId' | 'consent'> {
  clientMessageId?: string | undefined;
}

const idBytes = 16;
const daySeconds = 24 * 60 * 60;

export function createVisitCookie({ keys, publicOrigin, clock }: Pick<SignedCookieOptions, 'keys' | 'publicOrigin'> & { clock: Clock }) {
  const cookie = createSignedCookie({ name: 'visit', sameSite: 'Lax', keys, publicOrigin, isForPlainHttp: true });
  const nowSeconds = () => Math.floor(clock.now() / 1000);
  const endsIn = ({ begunAt }: SignedVisit) => begunAt + lifeSeconds - nowSeconds();
  return {
    /**
     * Copies of a message sent before the first cookie arrived must get the same visit at every gateway. So the visit's id derives from the
     * day and the message's random id, which only the sender has.
     */
    begin({ museumId, consent, clientMessageId }: VisitBeginning): SignedVisit {
      const begunAt = nowSeconds();
      const seed = clientMessageId === undefined ? undefined : [clientMessageId, museumId, Math.floor(begunAt / daySeconds)].join('/');
      const bytes = seed === undefined ? randomBytes(idBytes) : createHmac('sha256', keys()[0]).update(seed).digest().subarray(0, idBytes);
      return { id: bytes.toString('base64url'), museumId, consent, begunAt };
    },
    find(request: CookieRequest): SignedVisit | undefined {
      // The signature is ours, so the parts need no further validation.
      const [id, seconds, museumId, word] = cookie.find(request)?.split('.') ?? [];
      const consent = consents.find((known) => known === word);
      if (!id || !museumId || !consent) return undefined;
      const visit: SignedVisit = { id, museumId, consent, begunAt: Number(seconds) };
      return endsIn(visit) > 0 ? visit : undefined;
    },
    removal: (request: CookieRequest) => cookie.removal(request),
    header(request: CookieRequest, visit: SignedVisit): string {
      const text = [visit.id, visit.begunAt, visit.museumId, visit.consent].join('.');
      return cookie.header(request, text, { maxAgeSeconds: endsIn(visit) });
    },
  };
}

export interface RequestVisit extends Pick<SignedVisit, 'id' | 'museumId' | 'consent'> {
  address: string;
}

export interface VisitFacts {
  /** A known museum. Absent if the request names no museum: then a visit of any museum is valid. */
  museumId?: EntityId | undefined;
  /** Consent in the checked answers. Absent if the request has no answers: the stored consent stays. */
  consent?: Consent | undefined;
  clientMessageId?: string | undefined;
}

/** A missing or invalid cookie, or the cookie of another museum's visit, starts a new visit. A changed consent is signed again. */
type VisitOf = ReturnType<typeof createVisitOf>;

export function createVisitOf(cookie: VisitCookie, metrics: Pick<Metrics, 'count'>) {
  return (request: FastifyRequest, reply: FastifyReply, facts: VisitFacts = {}): RequestVisit => {
    const { museumId = '*', consent, clientMessageId } = facts;
    const found = cookie.find(request);
    const known = found && (museumId === '*' || museumId === found.museumId) ? found : undefined;
    if (!known) metrics.count('enfilade_visits_total', {});
    const visit = known ?? cookie.begin({ museumId, consent: 'unasked', clientMessageId });
    const said = consent ?? visit.consent;
    if (said !== known?.consent) reply.header('set-cookie', cookie.header(request, { ...visit, consent: said }));
    return { id: visit.id, museumId: visit.museumId, consent: said, address: clientAddress(request) };
  };
}

export interface CheckedVisit {
  museum: Museum;
  profile: MuseumProfile;
  exhibition: ExhibitionRecord;
  language: Language;
  visitMode: Visit['visitMode'];
  answers: TailoringAnswers;
  consent: Consent;
  /** The visitor wants easy language, and the museum has it. */
  isEasy: boolean;
}

/** @throws HttpError `museum-not-found`, `exhibition-not-found`, or the middleware's failure */
export async function checkVisit(visit: Visit, museums: MuseumDirectory): Promise<CheckedVisit> {
  const { museumId, exhibitionId, language, visitMode, isEasy } = visit;
  const exhibition = await museums.loadExhibition(museumId, exhibitionId);
  const museum = await museums.loadMuseum(museumId);
  const profile = museums.profileOf(museumId);
  const answers = pickOfferedAnswers(profile, visit);
  return {
    museum,
    profile,
    exhibition,
    language,
    visitMode,
    answers,
    consent: consentOf(answers),
    isEasy: isEasy === true && profile.easyLanguage?.[language] !== undefined,
  };
}

/** Checks against both lists of voices, because the page's address decided which list the visitor saw. */
function pickOfferedAnswers(profile: MuseumProfile, { language, answers }: Visit): TailoringAnswers {
  const offered = [false, true].map((wantsPremium) => pickValidAnswers(questionsFor({ profile, language, wantsPremium }), answers));
  return { ...offered[0], ...offered[1] };
}

export interface VisitRoutes {
  museums: MuseumDirectory;
  settings: SettingsFiles;
  profiles: readonly ProfileFile[];
  cookie: VisitCookie;
  visitOf: VisitOf;
  spending: Spending;
  metrics: Metrics;
  services: Services;
  upstreams: Upstreams;
  clock: Clock;
  log: FastifyBaseLogger;
}
