import { type ReportsRequest, reportsRequestSchema } from '@enfilade/shared-contracts/api/request-schemas';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { parseVisitCookies, parseVisitorId } from '@enfilade/shared-contracts/visit/visit-cookies';
import type { FastifyInstance } from 'fastify';
import { parseInput } from '../http/exchange.ts';
import { clientAddress } from '../http/same-site-guard.ts';
import type { MuseumDirectory } from './museums/museum-directory.ts';
import type { VisitCookie, VisitOf } from './visits/visit-cookie.ts';

type Report = ReportsRequest['reports'][number];

/** What a browser says of a version, and whose word it is. */
export interface ReportFacts {
  /** Of the page, by its cookie; undefined on a page without a museum. */
  museumId: EntityId | undefined;
  /** Undefined for a browser that came without one: anybody may say anything, and it counts for nothing. */
  visit: ReportingVisit | undefined;
  /** Of the set the browser runs. */
  sequence: number;
  report: Report;
}

export interface ReportingVisit {
  /** Of the signed cookie. */
  id: string;
  /** Whose requests are counted together. */
  address: string;
  /** The number by which the browser has its place in rollouts. */
  visitorId: string | undefined;
  /** Family and major version, as in `Chrome 141`. */
  browser: string;
}

export type OnReport = (facts: ReportFacts) => void;

export interface ReportRouteOptions {
  museums: Pick<MuseumDirectory, 'loadMuseum'>;
  findVisit: VisitCookie['find'];
  visitOf: VisitOf;
  onReport?: OnReport | undefined;
}

/**
 * How remotes work in browsers, for the log and the rollout guard. The first report of a page with a museum begins its
 * visit and counts for nothing; only what comes with the cookie does.
 */
export function registerReportRoute(app: FastifyInstance, { museums, findVisit, visitOf, onReport }: ReportRouteOptions): void {
  app.post('/api/reports', async (request, reply) => {
    const { sequence, reports } = parseInput(reportsRequestSchema, request.body);
    const { cookie = '' } = request.headers;
    const { museumId: named } = parseVisitCookies(cookie);
    const found = findVisit(request);
    const isOfPage = found !== undefined && (named === undefined || found.museumId === named);
    // The cookie that names the museum is not signed: a visit and its counters are kept of museums that exist.
    const museumId = isOfPage ? named : await findMuseum(museums, named);
    if (!isOfPage && museumId !== undefined) visitOf(request, reply, { museumId });
    const browser = browserOf(request.headers['user-agent']);
    const visit = isOfPage ? { id: found.id, address: clientAddress(request), visitorId: parseVisitorId(cookie), browser } : undefined;
    for (const report of reports) {
      logReport(request.log, sequence, report);
      onReport?.({ museumId, visit, sequence, report });
    }
    return reply.code(204).send();
  });
}

const findMuseum = async (museums: ReportRouteOptions['museums'], named: EntityId | undefined) =>
  named &&
  museums.loadMuseum(named).then(
    () => named,
    () => undefined,
  );

/** Each names those after it, too. */
const browsers: readonly [family: string, version: RegExp][] = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d{1,4})/],
  ['Opera', /\bOPR\/(\d{1,4})/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d{1,4})/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d{1,4})/],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d{1,4})/],
  ['Safari', /\bVersion\/(\d{1,4})\b.* Safari\//],
];

/** No more of it than what a team tries an error in. */
export function browserOf(userAgent = ''): string {
  const found = browsers.flatMap(([family, version]) => {
    const [, major] = version.exec(userAgent.slice(0, 500)) ?? [];
    return major === undefined ? [] : `${family} ${major}`;
  });
  return found[0] ?? 'other';
}

function logReport(log: FastifyInstance['log'], sequence: number, report: Report): void {
  const { remote, version, kind, milliseconds, code, stage, slot } = report;
  const line = { sequence, remote, version, kind, milliseconds, code, stage, slot };
  if (kind === 'loaded') log.info(line, 'remote report');
  else log.warn(line, 'remote report');
}
