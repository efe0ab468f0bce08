import { exhibitionResponseSchema, museumResponseSchema } from '@enfilade/shared-contracts/api/schemas';
import { assistantSchema, exhibitionRecordSchema } from '@enfilade/shared-contracts/museum/exhibition-record';
import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { describe, expect, it } from '@rstest/core';
import { z } from 'zod';
import { bearer, type Exchange, kindOf, post, refused, type Services } from './exchange.ts';
import { expired } from './hosted/middleware.ts';
import { exhibitionId, keys, museumId } from './sample-museum.ts';
import { holdContract, onBothSides, prepareStage, whileHosted } from './stage.ts';

const loginPath = '/rest-api/v2/auth/login';
const museumPath = `/rest-api/v2/museums/${museumId}`;
const { email, password } = keys;
const tokenSchema = z.object({ token: z.string().min(1) });
const errorSchema = z.object({ statusCode: z.int(), error: z.string(), message: z.string() });

const get = ({ origin }: Services, path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers });
const logIn = async ({ origin }: Services) => tokenSchema.parse(await (await post(origin + loginPath, { email, password })).json()).token;
const getLoggedIn = async (services: Services, path: string) => get(services, path, bearer(await logIn(services)));

const contract: Record<string, Exchange> = {
  'answers a login with a token': { ask: ({ origin }) => post(origin + loginPath, { email, password }), status: 200, answer: tokenSchema },
  'refuses a wrong password with 401': refused(401, ({ origin }) => post(origin + loginPath, { email, password: 'wrong' }), errorSchema),
  'refuses a login without a password with 400': refused(400, ({ origin }) => post(origin + loginPath, { email }), errorSchema),
  'sends a museum as the whole body': {
    ask: (services) => getLoggedIn(services, museumPath),
    status: 200,
    answer: z.object({ ...museumSchema.shape, data: z.undefined().optional() }),
  },
  'sends an exhibition in the field data': {
    ask: (services) => getLoggedIn(services, `${museumPath}/exhibitions/${exhibitionId}`),
    status: 200,
    answer: z.object({ data: z.object({ ...exhibitionRecordSchema.shape, assistant: assistantSchema }) }),
  },
  'responds with 404 for another museum': refused(404, (to) => getLoggedIn(to, `/rest-api/v2/museums/${'f'.repeat(24)}`), errorSchema),
  'refuses a request without a token with 401': refused(401, (to) => get(to, museumPath), errorSchema),
  'refuses an expired token with 401': refused(
    401,
    async (to) => {
      const token = await logIn(to);
      to.expireTokens();
      return get(to, museumPath, bearer(token));
    },
    errorSchema,
  ),
};

const stage = prepareStage();

describe('the middleware', () => holdContract(stage, contract));

it('the gateway reads the same museum and exhibition from the hosted middleware and from the stand-in', async () => {
  const [hosted, standIn] = await onBothSides(stage, async (gateway) => [
    z.strictObject(museumResponseSchema.shape).parse((await gateway.get(`/api/museums/${museumId}`)).json()),
    z
      .strictObject(exhibitionResponseSchema.shape)
      .parse((await gateway.get(`/api/museums/${museumId}/exhibitions/${exhibitionId}`)).json()),
  ]);
  expect(hosted).toEqual(standIn);
  expect(JSON.stringify(kindOf(hosted))).not.toMatch(/assistant|__v/);
});

it('the gateway reports a login that the middleware refuses as upstream-failed', async () => {
  const told = await whileHosted([loginPath, expired], (gateway) => gateway.get(`/api/museums/${museumId}`));
  expect(told.json()).toMatchObject({ code: 'upstream-failed' });
});
