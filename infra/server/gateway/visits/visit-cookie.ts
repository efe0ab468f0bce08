import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { TailoringAnswers } from '@enfilade/shared-contracts/visit/answers';

/** What a visitor said to being recorded. Only `agreed` is a yes: who was not asked, or passed it over, has not agreed. */
const consents = ['agreed', 'declined', 'unasked'] as const;
export type Consent = (typeof consents)[number];

/** @param answers checked ones, in which a museum that does not ask has no answer to it */
export function consentOf({ consent }: TailoringAnswers): Consent {
  if (consent?.includes('consent.decline')) return 'declined';
  return consent?.includes('consent.agree') ? 'agreed' : 'unasked';
}

const visitCookieName = '__Host-visit';
const lifeSeconds = 4 * 60 * 60;

/** `*`: begun by a request that says nothing of a museum. */
export type VisitMuseum = EntityId | '*';

export interface SealedVisit {
  /** 128 random bits, known to its browser and this site alone. */
  id: string;
  /** The one museum it is good for. */
  museumId: VisitMuseum;
  consent: Consent;
  /** Seconds since the epoch. Nothing makes a visit last longer than four hours from here. */
  begunAt: number;
}

/** Seals visits into cookie values: `<id>.<seconds since the epoch>.<museum id>.<consent>.<signature>`. */
export interface VisitCookie {
  mint(visit: Pick<SealedVisit, 'museumId' | 'consent'>): SealedVisit;
  /** The visit of a Cookie header; undefined when there is none, it was forged or damaged, or is over. */
  find(header: string | undefined): SealedVisit | undefined;
  /** The whole Set-Cookie header for a visit. */
  header(visit: SealedVisit): string;
}

const form = new RegExp(
  `(?:^|;\\s*)${visitCookieName}=(([\\w-]{22})\\.(\\d{1,12})\\.([0-9a-f]{24}|\\*)\\.(${consents.join('|')}))\\.([\\w-]{43})\\s*(?:;|$)`,
);

/** @param keys newest first: the first seals, those after it still open what they sealed while they were first */
export function createVisitCookie(keys: readonly [Buffer, ...Buffer[]], clock: Clock): VisitCookie {
  const [newest] = keys;
  const sign = (text: string, key: Buffer) => createHmac('sha256', key).update(text).digest('base64url');
  const nowSeconds = () => Math.floor(clock.now() / 1000);
  const endsIn = ({ begunAt }: SealedVisit) => begunAt + lifeSeconds - nowSeconds();
  return {
    mint: ({ museumId, consent }) => ({ id: randomBytes(16).toString('base64url'), museumId, consent, begunAt: nowSeconds() }),
    find(header) {
      const [, text = '', id = '', seconds, museumId, consent, signature = ''] = form.exec(header ?? '') ?? [];
      const given = Buffer.from(signature);
      if (given.length === 0 || !keys.some((key) => timingSafeEqual(Buffer.from(sign(text, key)), given))) return undefined;
      // What is sealed is what was sealed here.
      const visit: SealedVisit = { id, museumId: museumId as VisitMuseum, consent: consent as Consent, begunAt: Number(seconds) };
      return endsIn(visit) > 0 ? visit : undefined;
    },
    header(visit) {
      const text = [visit.id, visit.begunAt, visit.museumId, visit.consent].join('.');
      const value = `${text}.${sign(text, newest)}`;
      return `${visitCookieName}=${value}; Max-Age=${endsIn(visit)}; Path=/; HttpOnly; Secure; SameSite=Lax`;
    },
  };
}
