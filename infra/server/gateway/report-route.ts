import { randomUUID } from 'node:crypto';
import { type ReportsRequest, reportsRequestSchema } from '@enfilade/shared-contracts/api/schemas';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { parseVisitCookies, parseVisitorId } from '@enfilade/shared-contracts/visit/visit-cookies';
import type { FastifyInstance } from 'fastify';
import { parseInput } from '../http/exchange.ts';
import type { VisitCookie } from './visits/visit-cookie.ts';

type Report = ReportsRequest['reports'][number];

/** What a browser says of a version, and whose word it is; anybody may say anything. */
export interface ReportFacts {
  /** Of the page, by its cookie; undefined on a page without a museum. */
  museumId: EntityId | undefined;
  /** Of the signed visit; before there is one, of the browser as it names itself, or of this request alone. */
  visitKey: string;
  /** Of the set the browser runs. */
  sequence: number;
  report: Report;
}

export type OnReport = (facts: ReportFacts) => void;

export interface ReportRouteOptions {
  findVisit: VisitCookie['find'];
  onReport?: OnReport | undefined;
}

/** How remotes work in browsers, for the log and the rollout guard. It begins no visit: a page that fails may have no museum. */
export function registerReportRoute(app: FastifyInstance, { findVisit, onReport }: ReportRouteOptions): void {
  app.post('/api/reports', async (request, reply) => {
    const { sequence, reports } = parseInput(reportsRequestSchema, request.body);
    const { cookie = '' } = request.headers;
    const visitKey = findVisit(request)?.id ?? parseVisitorId(cookie) ?? randomUUID();
    const { museumId } = parseVisitCookies(cookie);
    for (const report of reports) {
      logReport(request.log, sequence, report);
      onReport?.({ museumId, visitKey, sequence, report });
    }
    return reply.code(204).send();
  });
}

function logReport(log: FastifyInstance['log'], sequence: number, report: Report): void {
  const { remote, version, kind, milliseconds, code } = report;
  const line = { sequence, remote, version, kind, milliseconds, code };
  if (kind === 'loaded') log.info(line, 'remote report');
  else log.warn(line, 'remote report');
}
