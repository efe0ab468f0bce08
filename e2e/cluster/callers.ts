import { setTimeout as wait } from 'node:timers/promises';
import { leaseRenewalMs } from '@enfilade/shared-contracts/api/voice-schemas';
import type { CallPlatform } from './call-platform.ts';
import { createClient } from './cluster-test.ts';
import type { Cluster } from './start-cluster.ts';

export const sdk = { authorization: 'Bearer visit' };

export const callPath = '/api/voice/call/web';

export function callBody(museumId: string, exhibitionId: string) {
  const visit = { museumId, exhibitionId, language: 'en', visitMode: 'exploration', answers: {} };
  return { assistantId: 'visit', assistantOverrides: { variableValues: { visit: JSON.stringify(visit) } } };
}

export interface Caller {
  museumId: string;
  /** Absent if no call began. */
  waitedMs?: number;
  /** The caller left without ending its call. `heardAt`: the last request, in ms since the epoch. */
  vanished?: { heardAt: number; callId: string };
}

interface CallersOptions {
  platform: CallPlatform;
  /** `visitors`: how many want to talk at once. */
  museums: readonly { museumId: string; exhibitionId: string; visitors: number }[];
  talkMs: number;
  /** Every n-th visitor vanishes. */
  vanishing: number;
  /** Milliseconds since the epoch. */
  until: number;
}

interface Line {
  failures: string[];
  platform: CallPlatform;
  client: ReturnType<typeof createClient>;
}

/** Visitors wait for a slot as the voice client does, talk, and leave or vanish. */
export async function playCallers(cluster: Cluster, { platform, museums, talkMs, vanishing, until }: CallersOptions) {
  const failures: string[] = [];
  let number = 0;
  const played = museums.map(async ({ museumId, exhibitionId, visitors }, at) => {
    const client = createClient(cluster, `127.0.0.${at + 2}`);
    const line = { failures, platform, client };
    const play = async (): Promise<Caller> => {
      number += 1;
      const vanishes = number % vanishing === 0;
      // Visitors do not press at the same moment.
      await wait(Math.random() * 3_000);
      const began = Date.now();
      const call = await waitForCall(line, callBody(museumId, exhibitionId), until);
      if (!call) return { museumId };
      const waitedMs = Date.now() - began;
      if (vanishes) return { museumId, waitedMs, vanished: { heardAt: Date.now(), callId: call.id } };
      await talk(line, call, talkMs);
      return { museumId, waitedMs };
    };
    const callers = await Promise.all(Array.from({ length: visitors }, play));
    client.close();
    return callers;
  });
  return { callers: (await Promise.all(played)).flat(), failures };
}

interface Call {
  id: string;
  cookie: string;
}

/** Undefined if the time ended before the request's turn. */
async function waitForCall({ client, failures }: Line, body: object, until: number): Promise<Call | undefined> {
  let cookie = '';
  while (Date.now() < until) {
    let afterSeconds = 3;
    try {
      const { status, headers, text } = await client.send('POST', callPath, { headers: { ...sdk, ...(cookie && { cookie }) }, body });
      if (headers['set-cookie']) cookie = String(headers['set-cookie']).split(';')[0] ?? '';
      if (status === 201) return { id: (JSON.parse(text) as { id: string }).id, cookie };
      if (status !== 503) failures.push(`${status} ${text}`);
      afterSeconds = Number(headers['retry-after'] ?? afterSeconds);
    } catch (error) {
      failures.push(String(error));
    }
    await wait(1_000 * afterSeconds);
  }
  return undefined;
}

async function talk({ client, platform, failures }: Line, { id, cookie }: Call, talkMs: number): Promise<void> {
  const headers = { 'x-enfilade': '1', cookie };
  for (let left = talkMs; left > 0; left -= leaseRenewalMs) {
    await wait(Math.min(left, leaseRenewalMs));
    if (left > leaseRenewalMs) await client.send('POST', `/api/voice/calls/${id}/renewal`, { headers, body: {} });
  }
  platform.end(id);
  const { status, text } = await client.send('DELETE', `/api/voice/calls/${id}`, { headers });
  if (status !== 204) failures.push(`the end of a call: ${status} ${text}`);
}
