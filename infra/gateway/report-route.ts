import { type ReportsRequest, reportsRequestSchema } from '@enfilade/shared-contracts/api/schemas';
import type { FastifyInstance } from 'fastify';
import { parseInput } from './http/exchange.ts';
import type { VisitOf } from './visits/visit-of-request.ts';

type Report = ReportsRequest['reports'][number];

/** How remotes fare in browsers, for the log. */
export function registerReportRoute(app: FastifyInstance, visitOf: VisitOf): void {
  app.post('/api/reports', async (request, reply) => {
    const { sequence, reports } = parseInput(reportsRequestSchema, request.body);
    visitOf(request, reply);
    for (const report of reports) logReport(request.log, sequence, report);
    return reply.code(204).send();
  });
}

function logReport(log: FastifyInstance['log'], sequence: number, report: Report): void {
  const { remote, version, kind, milliseconds, code } = report;
  const line = { sequence, remote, version, kind, milliseconds, code };
  if (kind === 'loaded') log.info(line, 'remote report');
  else log.warn(line, 'remote report');
}
