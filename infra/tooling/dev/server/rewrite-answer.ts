import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { parseSet } from '@enfilade/shared-contracts/remote/signed-set';
import { DevError } from '../dev-error.ts';
import { type Ends, toLocalHeaders } from '../rewrite/local-headers.ts';
import { rewritePage } from '../rewrite/local-page.ts';
import type { LocalSets } from '../rewrite/local-sets.ts';
import { clientTag } from './dev-client.ts';
import type { SiteAnswer } from './site-link.ts';

type Rewrite = (text: string, ends: Ends) => string;

/** Decides from a request what becomes of the text of its answer; undefined for what passes as it is. */
export function createRewriting(sets: LocalSets): (request: IncomingMessage) => Rewrite | undefined {
  const page: Rewrite = (html) => rewritePage(html, { rewriteSet: sets.rewrite, keys: sets.publicKeys, clientTag });
  const composition: Rewrite = (text) => {
    const found = parseSet(text);
    return 'set' in found ? JSON.stringify(sets.rewrite(found.set)) : text;
  };
  // The room's address is made of what the browser says its origin is; its socket comes through this server too.
  const call: Rewrite = (text, { local, site }) => text.replaceAll(`"${site}/voice/`, `"${local}/voice/`);
  return ({ method, url = '', headers }) => {
    if (method === 'POST' && url.startsWith('/api/voice/call/web')) return call;
    if (method !== 'GET') return undefined;
    if (url.startsWith('/api/compositions/')) return composition;
    return headers.accept?.includes('text/html') ? page : undefined;
  };
}

/** The request as it goes out for an answer that will be rewritten: as plain text, and whatever the browser has. */
export function askForText(request: IncomingMessage): void {
  request.headers['accept-encoding'] = 'identity';
  delete request.headers['if-none-match'];
  delete request.headers['if-modified-since'];
}

/** Answers with the rewritten text, or that the browser has it already. @throws DevError when the text cannot be read */
export async function sendRewritten(
  answer: SiteAnswer,
  rewrite: Rewrite,
  { response, ends, ifNoneMatch }: { response: ServerResponse; ends: Ends; ifNoneMatch: string | undefined },
): Promise<void> {
  const encoding = answer.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new DevError(`${ends.site} answers in ${String(encoding)} though it was asked for plain text.`);
  const text = Buffer.from(rewrite(await answer.body.text(), ends));
  const headers: OutgoingHttpHeaders = { ...toLocalHeaders(answer.headers, ends), 'content-length': text.length };
  delete headers['last-modified'];
  delete headers['etag'];
  if (answer.statusCode !== 200) return void response.writeHead(answer.statusCode, headers).end(text);
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  headers['etag'] = etag;
  if (!isHeld(ifNoneMatch, etag)) return void response.writeHead(200, headers).end(text);
  delete headers['content-length'];
  response.writeHead(304, headers).end();
}

function isHeld(ifNoneMatch: string | undefined, etag: string): boolean {
  const held = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return held.includes(etag) || held.includes('*');
}
