import type { IncomingMessage, ServerResponse } from 'node:http';
import { reportsRequestSchema } from '@enfilade/shared-contracts/api/schemas';
import type { Terminal } from '../terminal.ts';

const limitBytes = 65_536;

/**
 * Takes what pages report of their remotes. It is said here and goes no further: at the site it would count as a
 * visitor's, and a screen that is half written could end a rollout.
 */
export async function takeReports(request: IncomingMessage, response: ServerResponse, terminal: Terminal): Promise<void> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limitBytes) return void response.writeHead(413).end();
    chunks.push(chunk);
  }
  const parsed = reportsRequestSchema.safeParse(parseJson(Buffer.concat(chunks).toString()));
  if (!parsed.success) return void response.writeHead(400).end();
  for (const { remote, version, kind, code } of parsed.data.reports) {
    if (kind !== 'loaded') terminal.problem(`In the page: ${remote} ${version} ${kind}${code === undefined ? '' : ` (${code})`}`);
  }
  response.writeHead(204).end();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
