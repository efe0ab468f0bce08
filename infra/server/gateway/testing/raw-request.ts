import { request } from 'node:http';
import { connect } from 'node:net';

/** Sends bytes unchanged, for requests that no client would send. Resolves at the connection's end. */
export function sendRaw(origin: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}

/** Keeps dots and encodings of the path, which clients would resolve. */
export const getRaw = ({ origin }: { origin: string }, path: string) =>
  sendRaw(origin, `GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);

export function startBrowser({ origin }: { origin: string }, path: string, body: object, headers: Record<string, string> = {}) {
  const json = { 'content-type': 'application/json', 'x-enfilade': '1' };
  const browser = request(origin + path, { method: 'POST', headers: { ...json, ...headers } });
  browser.on('error', () => undefined);
  browser.end(JSON.stringify(body));
  return browser;
}

export function readRaw(answer: string): { status: number; body: unknown } {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) };
}
