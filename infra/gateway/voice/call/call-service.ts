import type { FastifyBaseLogger } from 'fastify';
import { parseJson } from '../../upstream/parse-json.ts';
import { refuseFailure } from '../../upstream/refuse-failure.ts';
import { readText, type Upstream } from '../../upstream/upstream.ts';
import type { createCallRequest } from './call-request.ts';
import { controlUrlOf, type PlatformCall, parseCall } from './web-call.ts';

/** The voice platform's calls. */
export interface CallService {
  /** @throws GatewayFault `busy`, `upstream-failed`, `upstream-timeout` */
  open(body: ReturnType<typeof createCallRequest>): Promise<PlatformCall>;
  /** Ends a call from the museum's side. Never rejects: what goes wrong is logged, and silence ends the call later. */
  end(call: PlatformCall): Promise<void>;
}

export interface CallServiceOptions {
  upstream: Upstream;
  vapiUrl: string;
  vapiKey: string;
  log: FastifyBaseLogger;
  limits: { openMs: number; endMs: number };
}

export function createCallService({ upstream, vapiUrl, vapiKey, log, limits }: CallServiceOptions): CallService {
  const authorization = `Bearer ${vapiKey}`;
  return {
    async open(body) {
      const deadline = upstream.startDeadline(limits.openMs);
      try {
        const answer = await upstream.open({ method: 'POST', url: `${vapiUrl}/call/web`, headers: { authorization }, body }, deadline);
        await refuseFailure(answer, 'the voice platform');
        return parseCall(parseJson(await readText(answer.body)));
      } catch (error) {
        return upstream.rethrow(error, deadline);
      } finally {
        deadline.end();
      }
    },
    async end(call) {
      const url = controlUrlOf(call, vapiUrl);
      if (url === undefined) return log.warn('a call came without an address to end it at');
      // The key is for the platform's own host; a control address elsewhere is secret enough by itself.
      const headers = new URL(url).origin === new URL(vapiUrl).origin ? { authorization } : {};
      try {
        const { status } = await upstream.call({ method: 'POST', url, headers, body: { type: 'end-call' } }, { ms: limits.endMs });
        log.debug({ status }, 'a call was ended');
      } catch (error) {
        log.warn({ err: error }, 'a call could not be ended');
      }
    },
  };
}
