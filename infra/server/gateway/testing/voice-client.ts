import { type WebCall, webCallSchema } from '@enfilade/shared-contracts/api/voice-schemas';
import { z } from 'zod';
import { cookieOf } from './chat-client.ts';
import { visit } from './samples.ts';
import { callPath, type ScriptedUpstreams } from './scripted-upstreams.ts';
import type { HeardAnswer, TestGateway } from './test-gateway.ts';

export const callRoute = '/api/voice/call/web';

export function callBody(change: { visit?: object; pastTranscriptSummary?: string; speechRate?: number } = {}) {
  const { pastTranscriptSummary, speechRate } = change;
  const variableValues = {
    visit: JSON.stringify(change.visit ?? visit),
    ...(pastTranscriptSummary !== undefined && { pastTranscriptSummary }),
    ...(speechRate !== undefined && { speechRate }),
  };
  return { assistantId: 'visit', assistantOverrides: { variableValues } };
}

export interface Caller {
  answer: HeardAnswer;
  cookie: string;
}

/** Sends the SDK's request as a new visit, or with a visit's cookie. */
export async function askCall(gateway: TestGateway, cookie?: string, body: object = callBody()): Promise<Caller> {
  const headers = { 'x-enfilade': '', authorization: 'Bearer visit', ...(cookie && { cookie }) };
  const answer = await gateway.post(callRoute, body, headers);
  return { answer, cookie: cookie ?? cookieOf(answer) };
}

export const callOf = ({ answer }: Caller): WebCall => z.strictObject(webCallSchema.shape).parse(answer.json());

export function askedCall<Body>(upstreams: ScriptedUpstreams): Body {
  return JSON.parse(upstreams.heard.findLast(({ path }) => path === callPath)?.body ?? '{}') as Body;
}

/** In the order in which the gateway ended the calls at their control address. */
export function endedCalls(upstreams: ScriptedUpstreams): string[] {
  const ends = upstreams.heard.filter(({ path, body }) => path.startsWith('/control/') && body === '{"type":"end-call"}');
  return ends.map(({ path }) => path.slice('/control/'.length));
}
