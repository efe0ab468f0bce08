import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Agent, type Dispatcher } from 'undici';
import { DevError } from '../dev-error.ts';
import { type Ends, toLocalHeaders, toSiteHeaders } from '../rewrite/local-headers.ts';

export type SiteAnswer = Dispatcher.ResponseData;

/** The way to the site that stands behind this server. */
export interface SiteLink {
  /**
   * Sends a browser's request on; the answer's body comes while it is made. What the browser breaks off is broken off.
   * @throws DevError when the site does not answer
   */
  ask(request: IncomingMessage, response: ServerResponse, ends: Ends): Promise<SiteAnswer>;
  /** Answers with the site's answer as it comes. */
  pass(answer: SiteAnswer, response: ServerResponse, ends: Ends): Promise<void>;
  close(): Promise<void>;
}

const withoutBody = new Set(['GET', 'HEAD', 'OPTIONS']);

export function createSiteLink(): SiteLink {
  // No limits of time: an answer may be the guide's, or a page's that waits for a site which starts again.
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  return {
    async ask(request, response, ends) {
      const left = new AbortController();
      response.once('close', () => left.abort());
      const { method = 'GET', url = '/' } = request;
      try {
        return await agent.request({
          origin: ends.site,
          path: url,
          method: method as Dispatcher.HttpMethod,
          headers: toSiteHeaders(request.headers, ends),
          body: withoutBody.has(method) ? null : request,
          signal: left.signal,
        });
      } catch (cause) {
        throw new DevError(`${ends.site} does not answer (${reasonOf(cause)}).`, { cause });
      }
    },
    async pass(answer, response, ends) {
      response.writeHead(answer.statusCode, toLocalHeaders(answer.headers, ends));
      // The first words of a stream are not held back until there are more.
      response.flushHeaders();
      await pipeline(answer.body, response);
    },
    close: () => agent.destroy(),
  };
}

/** The system's own name for what went wrong. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
