import type { FastifyBaseLogger } from 'fastify';
import { parseJson } from '../upstream/parse-json.ts';
import { readText } from '../upstream/read-body.ts';
import { assertNoSecret } from '../upstream/refuse-echo.ts';
import { assertOk } from '../upstream/refuse-failure.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { createCallRequest } from './call-request.ts';
import { controlUrlOf, type PlatformCall, parseCall } from './web-call.ts';

/** The voice platform's calls. */
export interface CallService {
  /**
   * Not broken off when the visitor leaves: only a call whose answer was heard can be ended before its silence does.
   * @throws HttpError `busy`, `upstream-failed`, `upstream-timeout`
   */
  open(body: ReturnType<typeof createCallRequest>, requestId?: string): Promise<PlatformCall>;
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
  return {
    async open(body, requestId) {
      const deadline = upstream.startDeadline(limits.openMs);
      try {
        const answer = await upstream.open({ method: 'POST', url: `${vapiUrl}/call/web`, bearer: vapiKey, body, requestId }, deadline);
        await assertOk(answer, 'the voice platform');
        const text = await readText(answer.body);
        assertNoSecret(text, [vapiKey]);
        return parseCall(parseJson(text));
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
      const authorization = new URL(url).origin === new URL(vapiUrl).origin && { bearer: vapiKey };
      try {
        const { status } = await upstream.call({ method: 'POST', url, ...authorization, body: { type: 'end-call' } }, { ms: limits.endMs });
        log.debug({ status }, 'a call was ended');
      } catch (error) {
        log.warn({ err: error }, 'a call could not be ended');
      }
    },
  };
}
