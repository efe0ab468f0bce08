import { askCall, callBody, callOf } from '@enfilade/server/gateway/testing/voice-client';
import { type WebCall, webCallSchema } from '@enfilade/shared-contracts/api/voice-schemas';
import { describe, expect, it } from '@rstest/core';
import { z } from 'zod';
import { bearer, type Exchange, kindOf, post, refused, type Services } from './exchange.ts';
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
  'responds with 404 for another assistant': refused(404, (to) => ask(to, { assistantId: 'somebody' })),
  'refuses a call without an assistant with 400': refused(400, (to) => ask(to, { assistantOverrides: overrides })),
  'refuses a number as first message with 400': refused(400, (to) => ask(to, { assistantId, assistantOverrides: { firstMessage: 7 } })),
  'refuses a duration above 43,200 s with 400': refused(400, (to) =>
    ask(to, { assistantId, assistantOverrides: { maxDurationSeconds: 50_000 } }),
  ),
  'refuses a call without a key with 401': refused(401, (to) => ask(to, wish, {})),
};

const stage = prepareStage();

describe('Vapi’s web calls', () => holdContract(stage, contract));

it('the gateway gets calls of the same kind from Vapi and from the stand-in, and ends both calls', async () => {
  const calls = await onBothSides(stage, async (gateway) => {
    const caller = await askCall(gateway, undefined, callBody({ visit }));
    expect((await gateway.remove(`/api/voice/calls/${callOf(caller).id}`, { cookie: caller.cookie })).status).toBe(204);
    return callOf(caller);
  });
  // A hosted service may omit the meeting's token and the assistant's voice.
  const always = ({ assistant: _, transport: { callToken: __, ...transport }, ...call }: WebCall) => kindOf({ ...call, transport });
  expect(always(calls[0])).toEqual(always(calls[1]));
  expect(webCallSchema.parse(calls[0]).transport.callToken).toBeDefined();
  for (const heard of [`/${calls[0].id}/control`, `/call/${calls[0].id}`])
    await expect.poll(() => stage.hosted.heard.filter(({ path }) => path === heard).length).toBe(1);
  expect(stage.hosted.refused).toEqual([]);
});
