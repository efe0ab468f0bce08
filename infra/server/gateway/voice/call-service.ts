import type { FastifyBaseLogger } from 'fastify';
import { assertOk, parseResponse, readStatus } from '../upstream/response.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Upstreams } from '../upstream/upstreams.ts';
import type { createCallRequest } from './call-request.ts';
import { callSchema, controlUrlOf, type PlatformCall } from './web-call.ts';

/** The voice platform's calls. */
export interface CallService {
  /**
   * Not broken off when the visitor leaves: only a call whose answer came can be ended before its silence does.
   * @throws HttpError `busy`, `upstream-failed`, `upstream-timeout`
   */
  open(body: ReturnType<typeof createCallRequest>, requestId?: string): Promise<PlatformCall>;
  /** Ends a call from the museum's side. Never rejects: what goes wrong is logged, and silence ends the call later. */
  end(call: PlatformCall): Promise<void>;
}

export interface CallServiceOptions {
  upstream: Upstream;
  vapi: Upstreams['vapi'];
  log: FastifyBaseLogger;
  limits: { openMs: number; endMs: number };
}

export function createCallService({ upstream, vapi, log, limits }: CallServiceOptions): CallService {
  return {
    open: (body, requestId) =>
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
    async end(call) {
      const url = controlUrlOf(call, vapi.url);
      if (url === undefined) return log.warn('a call came without an address to end it at');
      // The key is for the platform's own host; a control address elsewhere is secret enough by itself.
      const authorization = new URL(url).origin === new URL(vapi.url).origin && { bearer: vapi.key };
      const request = { method: 'POST', url, ...authorization, body: { type: 'end-call' } } as const;
      try {
        const status = await upstream.ask(request, { limitMs: limits.endMs, read: readStatus });
        log.debug({ status }, 'a call was ended');
      } catch (error) {
        log.warn({ err: error }, 'a call could not be ended');
      }
    },
  };
}
