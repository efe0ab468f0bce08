import { type WebCall, webCallSchema } from '@enfilade/shared-contracts/api/voice-schemas';
import { z } from 'zod';
import { cookieOf } from './chat-client.ts';
import { visit } from './samples.ts';
import { callPath, type ScriptedUpstreams } from './scripted-upstreams.ts';
import type { HeardAnswer, TestGateway } from './test-gateway.ts';

export const callRoute = '/api/voice/call/web';

/** The SDK's request for a call of a visit. */
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
  /** Cookie of the visit that owns the call. */
  cookie: string;
}

/** Requests a call as the SDK does, as a new visit or with a visit's cookie. */
export async function askCall(gateway: TestGateway, cookie?: string, body: object = callBody()): Promise<Caller> {
  const headers = { 'x-enfilade': '', authorization: 'Bearer visit', ...(cookie && { cookie }) };
  const answer = await gateway.post(callRoute, body, headers);
  return { answer, cookie: cookie ?? cookieOf(answer) };
}

export const callOf = ({ answer }: Caller): WebCall => z.strictObject(webCallSchema.shape).parse(answer.json());

/** Body of the last request to the voice platform. */
export function askedCall<Body>(upstreams: ScriptedUpstreams): Body {
  return JSON.parse(upstreams.heard.findLast(({ path }) => path === callPath)?.body ?? '{}') as Body;
}

/** Ids of the calls that were ended at their control address, in order. */
export function endedCalls(upstreams: ScriptedUpstreams): string[] {
  const ends = upstreams.heard.filter(({ path, body }) => path.startsWith('/control/') && body === '{"type":"end-call"}');
  return ends.map(({ path }) => path.slice('/control/'.length));
}
