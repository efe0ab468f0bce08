import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { assistantId } from '../sample-museum.ts';
import { HostedRefusal, type HostedRoute, jsonAnswer, parseHostedBody } from './hosted-route.ts';
import { refuseBody, requireVapiKey, vapiError } from './vapi-door.ts';
import { callSchema } from './vapi-shapes.ts';

/**
 * Vapi's web calls. Source: "Create Call", `Call`, "Live Call Control", and `vapi.ts` of the web SDK, which also reads `webCallUrl` and
 * `transport.callToken`.
 */
function callAnswer(id: string, origin: string, { assistantOverrides }: z.infer<typeof callSchema>) {
  const at = '2026-02-03T09:15:02.339Z';
  const callUrl = `${origin}/daily/${id}`;
  return {
    id,
    orgId: 'eb166faa-7145-46ef-8044-589b47ae3b56',
    createdAt: at,
    updatedAt: at,
    type: 'webCall',
    status: 'queued',
    cost: 0,
    assistantId,
    assistantVersion: null,
    assistantOverrides,
    webCallUrl: callUrl,
    transport: { provider: 'daily', assistantVideoEnabled: false, callUrl, callToken: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl' },
    // The assistant's own plan merges with the overrides.
    artifactPlan: { fullMessageHistoryEnabled: false, recordingFormat: 'wav;l16', ...assistantOverrides?.artifactPlan },
    monitor: { listenUrl: `${origin.replace('http', 'ws')}/${id}/listen`, controlUrl: `${origin}/${id}/control` },
  };
}

const controlSchema = z.strictObject({ type: z.literal('end-call') });

export const callRoutes: HostedRoute[] = [
  {
    method: 'POST',
    path: /^\/call\/web$/,
    answer(request, origin) {
      requireVapiKey(request);
      const told = parseHostedBody(callSchema, request, refuseBody);
      if (told.assistantId !== undefined && told.assistantId !== assistantId)
        throw new HostedRefusal(vapiError(404, 'Not Found', `Couldn't Find Assistant. ${told.assistantId}`));
      return jsonAnswer(201, callAnswer(randomUUID(), origin, told));
    },
  },
  {
    // An ended call as "Get Call" returns it, for every caller: `CallCosts` of the API description.
    method: 'GET',
    path: /^\/call\/[0-9a-f-]{36}$/,
    answer(request, origin) {
      requireVapiKey(request);
      const id = request.path.slice('/call/'.length);
      const costs = [
        { type: 'transport', provider: 'daily', minutes: 0.2, cost: 0 },
        { type: 'model', model: { provider: 'openai', model: 'gpt-4o-mini' }, promptTokens: 812, completionTokens: 37, cost: 0.0001 },
        { type: 'vapi', subType: 'normal', minutes: 0.2, cost: 0.01 },
      ];
      const call = callAnswer(id, origin, { assistantId });
      return jsonAnswer(200, { ...call, status: 'ended', endedReason: 'assistant-ended-call', costs, cost: 0.0101 });
    },
  },
  {
    // The address is the secret, so the request needs no key.
    method: 'POST',
    path: /^\/[0-9a-f-]{36}\/control$/,
    answer(request) {
      parseHostedBody(controlSchema, request, refuseBody);
      return jsonAnswer(200, { success: true });
    },
  },
];
