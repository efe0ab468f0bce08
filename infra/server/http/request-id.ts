import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * The id under which a request stands in logs, errors and upstream: the browser's own when it sent a UUID in
 * lower case, so that a visitor's report and our log name the same thing; else a new one. Anything longer or
 * of other characters would be somebody's text in our log.
 */
export function requestIdOf({ 'x-request-id': sent }: IncomingHttpHeaders): string {
  return typeof sent === 'string' && form.test(sent) ? sent : randomUUID();
}
