import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from './exchange.ts';

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Pipelines send a bearer token, which no foreign page can send. For an operator's session, the registry itself calls `comesFromSite`. */
const bearerRoutes = '/registry/v1/';

/** The voice SDK posts to this route with its own header, which no form and no foreign page can send. */
const sdkRoute = '/api/voice/call/web';
const sdkAuthorization = 'Bearer visit';

/** A form or a foreign page cannot add the header `X-Enfilade`; Origin and Sec-Fetch-Site confirm the header if the browser sends them. */
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

const namedMs = 10 * 60_000;

/**
 * If neither Host nor PUBLIC_ORIGIN is the address in the browser, the site refuses every question. Only the operator can correct the
 * setting.
 */
export type OriginWatch = ReturnType<typeof createOriginWatch>;

interface OriginWatchOptions {
  publicOrigin?: string | undefined;
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

export function createOriginWatch({ publicOrigin, clock, log }: OriginWatchOptions) {
  let refusedAt = Number.NEGATIVE_INFINITY;
  const wayOut =
    publicOrigin === undefined
      ? 'Set PUBLIC_ORIGIN to the address that visitors see, or have the proxy pass on Host'
      : `Set PUBLIC_ORIGIN to the address that visitors see; PUBLIC_ORIGIN is ${publicOrigin}`;
  const sentence = `The site refuses its own pages, because the pages come from another address. ${wayOut}`;
  const problem = () => (clock.now() - refusedAt < namedMs ? sentence : undefined);
  return {
    problem,
    accepted() {
      refusedAt = Number.NEGATIVE_INFINITY;
    },
    refused({ headers: { origin, host } }: FastifyRequest) {
      if (problem() === undefined) log.warn({ origin, host }, sentence);
      refusedAt = clock.now();
    },
  };
}

/** A foreign page cannot send the site's header together with this value of Sec-Fetch-Site. Browsers omit Sec-Fetch-Site without TLS. */
function isOwnPage(request: FastifyRequest): boolean {
  const { origin = '', 'sec-fetch-site': site = 'same-origin' } = request.headers;
  return hasOwnHeader(request) && site === 'same-origin' && URL.canParse(origin);
}

export function registerSameSiteGuard(app: FastifyInstance, publicOrigin: string | undefined, watch?: OriginWatch): void {
  app.addHook('onRequest', (request, _, done) => {
    const isFree = readingMethods.has(request.method) || (request.routeOptions.url ?? request.url).startsWith(bearerRoutes);
    const isAccepted = isFree || comesFromSite(request, publicOrigin);
    if (!isFree && isAccepted) watch?.accepted();
    if (!isAccepted && isOwnPage(request)) watch?.refused(request);
    done(isAccepted ? undefined : new HttpError('forbidden'));
  });
}
