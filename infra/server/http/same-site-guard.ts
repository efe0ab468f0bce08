import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from './http-error.ts';

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Teams' pipelines come with a bearer token, which no foreign page can send; an operator's session is asked for all of this there. */
const bearerRoutes = '/registry/v1/';

/** The voice SDK posts here with a header of its own, which no form and no foreign page can send either. */
const sdkRoute = '/api/voice/call/web';
const sdkAuthorization = 'Bearer visit';

/**
 * Whether a writing request was made by a page of this site. The header `X-Enfilade` cannot be added by a
 * form or a foreign page; Origin and Sec-Fetch-Site say the same where the browser sends them.
 */
export function comesFromSite(request: FastifyRequest, publicOrigin: string | undefined): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (!hasOwnHeader(request)) return false;
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined || isOwnOrigin(origin, request.headers.host, publicOrigin);
}

function hasOwnHeader({ headers, routeOptions }: FastifyRequest): boolean {
  return headers['x-enfilade'] === '1' || (routeOptions.url === sdkRoute && headers.authorization === sdkAuthorization);
}

/** Compares the host alone: behind a TLS proxy the browser's scheme is not ours. */
export function isOwnOrigin(origin: string, host: string | undefined, publicOrigin: string | undefined): boolean {
  if (publicOrigin !== undefined && origin === publicOrigin) return true;
  if (!URL.canParse(origin)) return false;
  const parsed = new URL(origin);
  return origin === parsed.origin && parsed.host === host;
}

/** Refuses every writing request that did not come from the site itself, whatever its route. */
export function registerSameSiteGuard(app: FastifyInstance, publicOrigin: string | undefined): void {
  app.addHook('onRequest', (request, _, done) => {
    const isFree = readingMethods.has(request.method) || (request.routeOptions.url ?? request.url).startsWith(bearerRoutes);
    done(isFree || comesFromSite(request, publicOrigin) ? undefined : new HttpError('forbidden'));
  });
}
