import { isIP } from 'node:net';
import type { WebCall } from '@enfilade/shared-contracts/api/voice-schemas';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { type Costs, costsSchema } from '../spending/spending-limits.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { assertOk, parseResponse, readJson, readStatus } from '../upstream/upstream-response.ts';
import type { Upstreams } from '../upstream/upstreams.ts';
import type { createCallRequest } from './call-request.ts';

export type CallService = ReturnType<typeof createCallService>;

interface CallServiceOptions {
  upstream: Upstream;
  vapi: Upstreams['vapi'];
  log: FastifyBaseLogger;
  limits: { openMs: number; endMs: number };
}

export function createCallService({ upstream, vapi, log, limits }: CallServiceOptions) {
  /** Never rejects: a failed `prepare` only delays calls, and after a failed `move` calls end by their silence. */
  const tellPlatform = async (method: 'GET' | 'POST', path: string): Promise<void> => {
    const request = { method, url: vapi.url + path, bearer: vapi.key, ...(method === 'POST' && { body: {} }) };
    await upstream.ask(request, { limitMs: limits.endMs, read: readStatus }).catch(() => undefined);
  };
  return {
    prepare: () => tellPlatform('GET', '/voice/ready'),
    /** Our own platform closes its rooms, so that browsers request new calls from this site. */
    move: () => tellPlatform('POST', '/voice/move'),
    /**
     * Not aborted when the visitor leaves: the call would end only by its silence timeout.
     * @throws HttpError `busy`, `upstream-failed`, `upstream-timeout`
     */
    open: (body: ReturnType<typeof createCallRequest>, requestId?: string) =>
      upstream.ask(
        { method: 'POST', url: `${vapi.url}/call/web`, bearer: vapi.key, body, requestId },
        {
          limitMs: limits.openMs,
          async read(response) {
            await assertOk(response, 'the voice platform');
            return parseResponse(callSchema, await response.json(), 'the voice platform');
          },
        },
      ),
    /** Never rejects: a failure is logged, and silence ends the call later. */
    async end(call: EndableCall): Promise<Costs | undefined> {
      const url = controlUrlOf(call, vapi.url);
      if (url === undefined) return void log.warn('the platform opened a call without a control address; only silence ends this call');
      // Only the platform's own host gets the key; an unguessable control address on another host needs no key.
      const authorization = new URL(url).origin === new URL(vapi.url).origin && { bearer: vapi.key };
      const request = { method: 'POST', url, ...authorization, body: { type: 'end-call' } } as const;
      const record = { method: 'GET', url: `${vapi.url}/call/${call.id}`, bearer: vapi.key } as const;
      try {
        const status = await upstream.ask(request, { limitMs: limits.endMs, read: readStatus });
        const { json } = await upstream.ask(record, { limitMs: limits.endMs, read: readJson });
        const costs = endedCallSchema.safeParse(json).data?.costs;
        log.debug({ status, costs }, 'a call was ended');
        return costs;
      } catch (error) {
        return void log.warn(
          { err: error },
          'a call could not be ended, or its costs could not be read; the call ends at its silence timeout',
        );
      }
    },
  };
}

/** Costs of a running call still grow. */
const endedCallSchema = z.object({ status: z.literal('ended'), costs: costsSchema });

const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/** Malformed optional fields count as absent. */
const callSchema = z.object({
  id: z.uuid(),
  webCallUrl: z.url({ protocol: /^https?$/ }).max(2048),
  transport: optional(z.object({ callToken: optional(z.string().max(4096)) })),
  artifactPlan: optional(z.object({ videoRecordingEnabled: z.boolean() })),
  assistant: optional(z.object({ voice: z.object({ provider: z.string().max(64) }) })),
  monitor: optional(z.object({ controlUrl: optional(z.url({ protocol: /^https?$/ }).max(2048)) })),
});

export type PlatformCall = z.infer<typeof callSchema>;

export type EndableCall = Pick<PlatformCall, 'id' | 'monitor'>;

/** The address is data of another server, which must not direct this site to an address in its own network. */
export function controlUrlOf({ monitor }: EndableCall, vapiUrl: string): string | undefined {
  const address = monitor?.controlUrl;
  if (address === undefined) return undefined;
  const platform = new URL(vapiUrl);
  const control = new URL(address);
  if (control.origin === platform.origin) return address;
  return control.protocol === 'https:' && control.port === '' && isRelated(control.hostname, platform.hostname) ? address : undefined;
}

/** True for `calls.example.org` and `api.example.org`. */
function isRelated(host: string, platformHost: string): boolean {
  const domain = platformHost.slice(platformHost.indexOf('.') + 1);
  return isIP(platformHost) === 0 && domain.includes('.') && host.endsWith(`.${domain}`);
}

interface WebCallOptions {
  roomUrl: string;
  museumId: EntityId;
  now: number;
}

export function webCallOf({ id, transport, artifactPlan, assistant }: PlatformCall, { roomUrl, museumId, now }: WebCallOptions): WebCall {
  const callToken = transport?.callToken;
  const createdAt = new Date(now).toISOString();
  return {
    ...{ id, orgId: museumId, type: 'webCall', status: 'queued', createdAt, updatedAt: createdAt },
    webCallUrl: roomUrl,
    transport: { provider: 'daily', callUrl: roomUrl, ...(callToken !== undefined && { callToken }) },
    ...(artifactPlan && { artifactPlan }),
    ...(assistant && { assistant }),
  };
}
