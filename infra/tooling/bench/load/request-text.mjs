import { randomUUID } from 'node:crypto';
import { visit } from './content.mjs';

/** Stands in a body for an id that no other request has. */
export const freshId = '00000000-0000-4000-8000-000000000000';

/**
 * What makes the text of a request, over and over again.
 * @param {{ address: string, body?: object, cookie?: string, accept?: string }} wanted
 * @returns {() => string}
 */
export function createRequestText({ address, body, cookie, accept = '*/*' }) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const writing = ['content-type: application/json', 'x-enfilade: 1', `content-length: ${Buffer.byteLength(text)}`];
  const head = [
    `${text ? 'POST' : 'GET'} ${address} HTTP/1.1`,
    'host: 127.0.0.1',
    `accept: ${accept}`,
    'accept-encoding: gzip, br',
    ...(cookie ? [`cookie: ${cookie}`] : []),
    ...(text ? writing : []),
  ];
  const whole = `${head.join('\r\n')}\r\n\r\n${text}`;
  return whole.includes(freshId) ? () => whole.replace(freshId, randomUUID()) : () => whole;
}

/** The cookie of a visit under way. @param {number} port */
export async function beginVisit(port) {
  const headers = { 'content-type': 'application/json', 'x-enfilade': '1' };
  const answer = await fetch(`http://127.0.0.1:${port}/api/visits/ping`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ museumId: visit.museumId }),
  });
  return answer.headers.getSetCookie()[0]?.split(';')[0];
}
