import type { TestGateway } from '@enfilade/server/gateway/testing/test-gateway';
import { askCall, callBody } from '@enfilade/server/gateway/testing/voice-client';
import { describe, expect, it } from '@rstest/core';
import { z } from 'zod';
import type { Exchange, Services } from './exchange.ts';
import { museumId, visit } from './sample-museum.ts';
import { holdContract, onBothSides, prepareStage } from './stage.ts';

const get = ({ origin }: Services, path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers });
const settingsPath = '/settings/assistant-settings.json';
const anyType = /./;
const settingsSchema = z
  .string()
  .transform((text) => z.object({ provider: z.string(), model: z.string(), temperature: z.number() }).parse(JSON.parse(text)));

const contract: Record<string, Exchange> = {
  'sends a settings file without authentication': {
    ask: (to) => get(to, settingsPath),
    status: 200,
    type: anyType,
    answer: settingsSchema,
  },
  'responds with 404 for another file': { ask: (services) => get(services, '/settings/nobody.json'), status: 404, type: anyType },
  'accepts a ping with a JSON content type and no payload': {
    ask: (services) => get(services, '/kb-querying/ping', { 'content-type': 'application/json' }),
    status: 200,
    type: anyType,
  },
};

const stage = prepareStage();
const call = async (gateway: TestGateway) => (await askCall(gateway, undefined, callBody({ visit }))).answer;

describe('bucket and knowledge base', () => holdContract(stage, contract));

it('the gateway plans a call with the settings of the bucket', async () => {
  const [hosted, standIn] = await onBothSides(stage, call);
  expect([hosted.status, standIn.status]).toEqual([201, 201]);
  const asked = stage.hosted.heard.find(({ path }) => path === '/call/web');
  const { assistantOverrides } = z.object({ assistantOverrides: z.object({ model: z.unknown() }) }).parse(JSON.parse(String(asked?.body)));
  expect(assistantOverrides.model).toMatchObject({ provider: 'openai', model: 'gpt-4.1-mini', temperature: 0.7, maxTokens: 300 });
});

it('the gateway pings the knowledge base in the form that the hosted service and the stand-in accept', async () => {
  await onBothSides(stage, async (gateway) => {
    expect((await gateway.post('/api/visits/ping', { museumId })).status).toBe(204);
    await expect
      .poll(() => gateway.logged.filter((line) => line.includes('"pinged"')).map((line) => JSON.parse(line).status))
      .toEqual([200]);
  });
});
