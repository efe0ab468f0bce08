import type { TestGateway } from '@enfilade/server/gateway/testing/test-gateway';
import { askCall, type Caller, callBody, callOf } from '@enfilade/server/gateway/testing/voice-client';
import { type WebCall, webCallSchema } from '@enfilade/shared-contracts/api/voice-schemas';
import { describe, expect, it } from '@rstest/core';
import { z } from 'zod';
import { bearer, type Exchange, kindOf, post, type Services, vapiErrorSchema } from './exchange.ts';
import { assistantId, keys, visit } from './sample-museum.ts';
import { holdContract, onBothSides, prepareStage } from './stage.ts';

const overrides = { firstMessage: 'Hello.', artifactPlan: { videoRecordingEnabled: false }, monitorPlan: { controlEnabled: true } };
const wish = { assistantId, assistantOverrides: overrides };
const ask = ({ origin }: Services, body: unknown, headers: Record<string, string> = bearer(keys.vapi)) =>
  post(`${origin}/call/web`, body, headers);

/** Fields that the SDK or the gateway reads, and fields of every Call. */
const callSchema = z.object({
  id: z.uuid(),
  orgId: z.string(),
  type: z.literal('webCall'),
  status: z.enum(['scheduled', 'queued', 'ringing', 'in-progress', 'forwarding', 'ended']),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  assistantId: z.literal(assistantId),
  webCallUrl: z.url(),
  transport: z.object({ provider: z.literal('daily'), callUrl: z.url(), callToken: z.string().optional() }),
  artifactPlan: z.object({ videoRecordingEnabled: z.literal(false) }),
  assistant: z.object({ voice: z.object({ provider: z.string() }).optional() }).optional(),
  monitor: z.object({ controlUrl: z.url() }),
});

const open = async (services: Services) => callSchema.parse(await (await ask(services, wish)).json());

const contract: Record<string, Exchange> = {
  'opens a call': { ask: (services) => ask(services, wish), status: 201, answer: callSchema },
  'ends a call at its control address, without a key': {
    ask: async (services) => post((await open(services)).monitor.controlUrl, { type: 'end-call' }),
    status: 200,
  },
  'describes an ended call with its known costs': {
    async ask(services) {
      const { id, monitor } = await open(services);
      await post(monitor.controlUrl, { type: 'end-call' });
      return fetch(`${services.origin}/call/${id}`, { headers: bearer(keys.vapi) });
    },
    status: 200,
    answer: callSchema.pick({ id: true, orgId: true, type: true }).extend({
      status: z.literal('ended'),
      costs: z
        .array(z.object({ type: z.enum(['transport', 'model', 'voice', 'transcriber', 'vapi']), cost: z.number().optional() }))
        .optional(),
    }),
  },
  'answers 404 for another assistant': {
    ask: (services) => ask(services, { assistantId: 'somebody' }),
    status: 404,
    answer: vapiErrorSchema,
  },
  'refuses a call without an assistant with 400': {
    ask: (services) => ask(services, { assistantOverrides: overrides }),
    status: 400,
    answer: vapiErrorSchema,
  },
  'refuses a number as first message with 400': {
    ask: (services) => ask(services, { assistantId, assistantOverrides: { firstMessage: 7 } }),
    status: 400,
    answer: vapiErrorSchema,
  },
  'refuses a duration above 43,200 s with 400': {
    ask: (services) => ask(services, { assistantId, assistantOverrides: { maxDurationSeconds: 50_000 } }),
    status: 400,
    answer: vapiErrorSchema,
  },
  'refuses a call without a key with 401': { ask: (services) => ask(services, wish, {}), status: 401, answer: vapiErrorSchema },
};

const stage = prepareStage();
const askGateway = (gateway: TestGateway) => askCall(gateway, undefined, callBody({ visit }));
const endCall = (gateway: TestGateway, caller: Caller) =>
  gateway.remove(`/api/voice/calls/${callOf(caller).id}`, { cookie: caller.cookie });

describe('Vapi’s web calls', () => holdContract(stage, contract));

it('the gateway gets calls of the same kind from Vapi and from the stand-in, and ends both calls', async () => {
  const calls = await onBothSides(stage, async (gateway) => {
    const caller = await askGateway(gateway);
    expect((await endCall(gateway, caller)).status).toBe(204);
    return callOf(caller);
  });
  // A hosted service may omit the meeting's token and the assistant's voice.
  const always = ({ assistant: _, transport: { callToken: __, ...transport }, ...call }: WebCall) => kindOf({ ...call, transport });
  expect(always(calls[0])).toEqual(always(calls[1]));
  expect(webCallSchema.parse(calls[0]).transport.callToken).toBeDefined();
  await expect.poll(() => stage.hosted.heard.filter(({ path }) => path === `/${calls[0].id}/control`).length).toBe(1);
  await expect.poll(() => stage.hosted.heard.filter(({ path }) => path === `/call/${calls[0].id}`).length).toBe(1);
  expect(stage.hosted.refused).toEqual([]);
});
