import { actions } from '@enfilade/server/registry/actions/actions';
import type { AnyAction } from '@enfilade/server/registry/actions/define-action';
import { releaseSchema } from '@enfilade/server/registry/state/releases';
import {
  askedQuestionsSchema,
  auditSchema,
  erasedQuestionsSchema,
  historySchema,
  identityProviderSchema,
  issuedGrantSchema,
  issuedTokenSchema,
  operatorSessionSchema,
  overviewSchema,
  pinResultSchema,
  rollbackPreviewSchema,
  rollbackResultSchema,
  rolloutResultSchema,
  rolloutsSchema,
  screenErrorsSchema,
  spendingSchema,
  tokenSummarySchema,
  tokensSchema,
  vitalsSchema,
} from '@enfilade/shared-contracts/api/registry-schemas';
import {
  contractsSchema,
  pipelineTokenSchema,
  policyAnswerSchema,
  publishedSchema,
  remotesSchema,
  retiredSchema,
  versionDetailsSchema,
  versionsSchema,
} from '@enfilade/shared-contracts/api/version-schemas';
import { unsignedSetSchema } from '@enfilade/shared-contracts/releases/release-set';
import { z } from 'zod';
import type { Dice } from '../dice.ts';
import { museumCount, retirableVersions, rolloutMuseum, type SiteFacts, someMuseum } from '../fuzz-site.ts';
import { archives, mutateArchive } from './mutate-archive.ts';
import type { RouteCases } from './route-cases.ts';

const fromPage = { 'x-enfilade': '1', 'sec-fetch-site': 'same-origin' };
const anyMuseum = (dice: Dice) => `/${someMuseum(dice.below(museumCount))}`;
/** Teams send a token, operators a session. */
const caller = (dice: Dice, { token, session }: SiteFacts): Record<string, string> =>
  dice.happens(700) ? { authorization: `Bearer ${token}` } : { ...fromPage, cookie: session };

interface Asked {
  tail: (dice: Dice) => readonly string[];
  query?: Record<string, string>;
  json?: (dice: Dice) => unknown;
}

const registry = (method: string, route: string, { tail, query, json }: Asked, shapes: RouteCases['shapes']): RouteCases => ({
  route: `${method} /registry/v1${route}`,
  good: (dice, facts) => ({
    pieces: ['/registry', '/v1', ...tail(dice)],
    headers: caller(dice, facts),
    ...(query && { query }),
    ...(json && { json: json(dice) }),
  }),
  shapes,
  goodPerThousand: 80,
  leastSuccesses: 50,
});

const ofMuseum =
  (...tail: string[]) =>
  (dice: Dice) => ['/museums', anyMuseum(dice), ...tail];

const published = ['/remotes', '/landing', '/versions', '/1.0.0'];
const policyOfChat = ['/remotes', '/chat', '/policy'];
const billSchema = z.looseObject({ bomFormat: z.literal('CycloneDX') });

export const registryReadingCases: readonly RouteCases[] = [
  registry('GET', '/remotes', { tail: () => ['/remotes'] }, [remotesSchema]),
  registry('GET', '/remotes/:name/versions', { tail: () => ['/remotes', '/landing', '/versions'] }, [versionsSchema]),
  registry('GET', '/contracts', { tail: () => ['/contracts'] }, [contractsSchema]),
  registry('GET', '/remotes/:name/versions/:version/release', { tail: () => [...published, '/release'] }, [
    z.strictObject({ release: releaseSchema }),
  ]),
  registry('GET', '/remotes/:name/vitals', { tail: () => ['/remotes', '/landing', '/vitals'], query: { version: '1.0.0' } }, [
    vitalsSchema,
  ]),
  registry('GET', '/remotes/:name/errors', { tail: () => ['/remotes', '/landing', '/errors'] }, [screenErrorsSchema]),
  registry('GET', '/museums/:museumId/set', { tail: ofMuseum('/set'), query: { visitor: 'somebody' } }, [unsignedSetSchema]),
  registry('GET', '/museums/:museumId/rollouts', { tail: ofMuseum('/rollouts') }, [rolloutsSchema]),
  registry('GET', '/museums/:museumId/history', { tail: ofMuseum('/history') }, [historySchema]),
  registry('GET', '/museums/:museumId/questions', { tail: ofMuseum('/questions') }, [askedQuestionsSchema]),
  registry('GET', '/audit', { tail: () => ['/audit'], query: { after: '120' } }, [auditSchema]),
  registry('GET', '/museums/:museumId/spending', { tail: ofMuseum('/spending') }, [spendingSchema]),
  registry('GET', '/overview', { tail: () => ['/overview'] }, [overviewSchema]),
  registry('GET', '/remotes/:name/versions/:version', { tail: () => published }, [versionDetailsSchema]),
  registry('GET', '/remotes/:name/versions/:version/sbom', { tail: () => [...published, '/sbom'] }, [billSchema]),
  registry('GET', '/remotes/:name/policy', { tail: () => policyOfChat }, [policyAnswerSchema]),
  registry('GET', '/host/sbom', { tail: () => ['/host', '/sbom'] }, [billSchema]),
  registry('GET', '/tokens', { tail: () => ['/tokens'] }, [tokensSchema]),
  {
    route: 'GET /api/operators/provider',
    good: () => ({ pieces: ['/api', '/operators', '/provider'], headers: {} }),
    shapes: [identityProviderSchema],
    goodPerThousand: 100,
    leastSuccesses: 60,
  },
  {
    route: 'GET /api/operators/session',
    good: (_, { session }) => ({ pieces: ['/api', '/operators', '/session'], headers: { cookie: session } }),
    shapes: [operatorSessionSchema],
    goodPerThousand: 100,
    leastSuccesses: 60,
  },
];

const rolloutOf = (dice: Dice, { rollouts }: SiteFacts) => {
  const at = dice.below(rollouts.length);
  return ['/museums', `/${rolloutMuseum(at)}`, '/rollouts', `/${rollouts[at]}`];
};

export const registryWritingCases: readonly RouteCases[] = [
  {
    route: 'POST /registry/v1/remotes/:name/versions',
    // The site unpacks, hashes and compares a whole archive, so few cases have a whole archive.
    good: (dice, facts, number) => ({
      pieces: ['/registry', '/v1', '/remotes', '/landing', '/versions'],
      headers: { ...caller(dice, facts), 'content-type': 'application/gzip' },
      bytes: number <= 20 ? dice.pick(archives) : mutateArchive(dice.pick(archives), dice),
      mutateBytes: mutateArchive,
    }),
    shapes: [publishedSchema],
    leastSuccesses: 2,
  },
  registry(
    'PUT',
    '/museums/:museumId/pins/:name',
    {
      tail: (dice) => ['/museums', anyMuseum(dice), '/pins', '/landing'],
      json: (dice) => ({ version: '1.0.0', expected: dice.pick([null, '1.0.0']) }),
    },
    [pinResultSchema],
  ),
  {
    ...registry(
      'DELETE',
      '/museums/:museumId/pins/:name',
      { tail: (dice) => ['/museums', anyMuseum(dice), '/pins', '/landing'], json: (dice) => ({ expected: dice.pick([null, '1.0.0']) }) },
      [pinResultSchema],
    ),
    leastSuccesses: 10,
  },
  {
    ...registry(
      'POST',
      '/museums/:museumId/rollouts',
      { tail: ofMuseum('/rollouts'), json: () => ({ versions: { landing: '1.1.0' }, percent: 12.5 }) },
      [rolloutResultSchema],
    ),
    leastSuccesses: 10,
  },
  {
    ...registry('PATCH', '/museums/:museumId/rollouts/:id', { tail: () => [] }, [rolloutResultSchema]),
    good: (dice, facts) => ({
      pieces: ['/registry', '/v1', ...rolloutOf(dice, facts)],
      headers: caller(dice, facts),
      json: dice.happens(100) ? { halt: true } : { percent: dice.below(100) },
    }),
    leastSuccesses: 10,
  },
  {
    ...registry('DELETE', '/remotes/:name/versions/:version', { tail: () => [] }, [retiredSchema]),
    // A version can be retired once.
    good: (dice, facts, number) => ({
      pieces: ['/registry', '/v1', '/remotes', '/visit', '/versions', `/2.${number % retirableVersions}.0`],
      headers: caller(dice, facts),
    }),
    leastSuccesses: 0.3,
  },
  registry(
    'PUT',
    '/remotes/:name/policy',
    {
      tail: () => policyOfChat,
      json: (dice) => ({
        ...{ issuer: 'https://token.example.org', repository: 'https://git.example.org/museum/chat', workflow: 'release.yml' },
        ...(dice.happens(500) && { ref: 'refs/heads/main' }),
      }),
    },
    [policyAnswerSchema],
  ),
  {
    route: 'POST /registry/v1/remotes/:name/token',
    // The site trusts no identity provider here.
    good: () => ({ pieces: ['/registry', '/v1', '/remotes', '/landing', '/token'], json: { idToken: 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln' } }),
    shapes: [pipelineTokenSchema],
    leastSuccesses: 0,
  },
  registry('DELETE', '/museums/:museumId/questions', { tail: ofMuseum('/questions') }, [erasedQuestionsSchema]),
  registry('DELETE', '/museums/:museumId/questions/:question', { tail: ofMuseum('/questions', `/${'0'.repeat(32)}`) }, [
    erasedQuestionsSchema,
  ]),
  registry(
    'POST',
    '/museums/:museumId/rollback',
    { tail: ofMuseum('/rollback'), json: (dice) => ({ toSequence: 0, preview: dice.happens(800) }) },
    [rollbackResultSchema, rollbackPreviewSchema],
  ),
  registry(
    'POST',
    '/grants',
    { tail: () => ['/grants'], json: () => ({ remote: 'visit', version: '1.1.0', museumId: someMuseum(7), minutes: 60 }) },
    [issuedGrantSchema],
  ),
  registry(
    'POST',
    '/tokens',
    {
      tail: () => ['/tokens'],
      json: (dice) => ({
        name: 'team',
        actions: ['pin', 'read'],
        remotes: ['landing'],
        museums: [someMuseum(dice.below(museumCount))],
        days: 30,
      }),
    },
    [issuedTokenSchema],
  ),
  {
    ...registry('DELETE', '/tokens/:id', { tail: () => [] }, [tokenSummarySchema]),
    good: (dice, facts) => ({
      pieces: ['/registry', '/v1', '/tokens', `/${dice.pick(facts.tokens)}`],
      headers: caller(dice, facts),
    }),
    leastSuccesses: 10,
  },
  {
    route: 'POST /api/operators/session',
    // A password check takes 0.1 s, and after twenty wrong passwords the site checks none for a while.
    good: (_, { password }, number) => ({
      pieces: ['/api', '/operators', '/session'],
      json: { name: 'local', password: number <= 3 ? password : 'wrong', keep: false },
    }),
    shapes: ['nothing'],
    goodPerThousand: 0,
    leastSuccesses: 1,
  },
  {
    route: 'DELETE /api/operators/session',
    good: (_, { endedSession }) => ({ pieces: ['/api', '/operators', '/session'], headers: { cookie: endedSession } }),
    shapes: ['nothing'],
    goodPerThousand: 100,
    leastSuccesses: 60,
  },
];

const parameterOf: Readonly<Record<string, (dice: Dice, facts: SiteFacts) => string>> = {
  museumId: (dice) => someMuseum(dice.below(museumCount)),
  name: () => 'chat',
  version: () => '1.0.0',
  id: (dice, { tokens }) => dice.pick(tokens),
};

/** Actions without cases above get an empty body, which may be refused. */
export const actionCases: readonly RouteCases[] = Object.values(actions).flatMap(({ route: named, response }: AnyAction) => {
  if (named === undefined || registryWritingCases.some(({ route }) => route === named.replace(' ', ' /registry/v1'))) return [];
  const [method = '', route = ''] = named.split(' ');
  return {
    ...registry(method, route, { tail: () => [] }, response ? [response] : []),
    good: (dice: Dice, facts: SiteFacts) => ({
      pieces: [
        '/registry',
        '/v1',
        ...route
          .slice(1)
          .split('/')
          .map((part) => `/${parameterOf[part.slice(1)]?.(dice, facts) ?? part}`),
      ],
      headers: caller(dice, facts),
      json: {},
    }),
    leastSuccesses: 0,
  };
});
