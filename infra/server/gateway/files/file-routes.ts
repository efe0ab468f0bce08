import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { contentTypeOf, encodeText, isPublishable, sendText } from '../../http/encoded-text.ts';
import { HttpError } from '../../http/exchange.ts';
import { listFiles } from '../../http/kit.ts';
import { createOfflineHeaders } from '../page/page-html.ts';
import { findKept, type HostFiles, immutable, type StaticFile, sendFile } from './send-file.ts';

export interface Artifacts {
  artifact(name: string, version: string, file: string): (StaticFile & { integrity?: string | undefined }) | undefined;
  findArtifactsProblem?(): Promise<string | undefined>;
}

interface FileRoutesOptions {
  hostDir: string;
  hosts?: HostFiles | undefined;
  artifacts: Artifacts;
  /** True if pages load published files from a CDN, which loads them from here. */
  hasCdn?: boolean;
}

const cdnHeaders = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/** A worker runs under the policy of its own file, not its page's. The offline worker requests pages of this site. */
const workerName = /\/offline-worker\.js$/;
const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";
const policyOf = (address: string) => (workerName.test(address) ? { 'content-security-policy': workerPolicy } : {});

export async function registerFileRoutes(
  app: FastifyInstance,
  { hostDir, hosts, artifacts, hasCdn = false }: FileRoutesOptions,
): Promise<void> {
  const files = await loadStaticFiles(hostDir);
  app.get<{ Params: { '*': string } }>('/static/*', async (request, reply) => {
    const address = `/static/${request.params['*']}`;
    const file = files.get(address) ?? (await findKept(hosts, address.slice(1)));
    if (!file) throw new HttpError('not-found');
    return sendFile(request, reply.headers({ ...policyOf(address), 'cache-control': immutable }), file);
  });

  for (const [address, file] of files) {
    if (address.startsWith('/static/')) continue;
    app.get(address, (request, reply) => sendFile(request, reply.headers({ ...policyOf(address), 'cache-control': 'no-cache' }), file));
  }

  await registerOfflinePage(app, hostDir);

  app.get<{ Params: { name: string; version: string; '*': string } }>('/remotes/:name/:version/*', async (request, reply) => {
    const { name, version, '*': file } = request.params;
    // First paints are published with a remote, but only the gateway reads them.
    const artifact = isPublishable(file) ? artifacts.artifact(name, version, file) : undefined;
    if (!artifact) throw new HttpError('not-found');
    // The file is published, so another disk has it: no cache may store its absence here.
    return sendFile(request, reply.headers({ 'cache-control': immutable, ...(hasCdn && cdnHeaders) }), artifact, 'busy');
  });
}

async function registerOfflinePage(app: FastifyInstance, hostDir: string): Promise<void> {
  const html = await readFile(path.join(hostDir, 'offline.html'), 'utf8').catch(() => undefined);
  if (html === undefined) return;
  const [text, headers] = [await encodeText(Buffer.from(html)), createOfflineHeaders(html)];
  app.get('/offline.html', (request, reply) => sendText(request, reply.headers(headers), text));
}

/** Lists files once: an address outside the list gets 404, whatever path the address names. */
async function loadStaticFiles(hostDir: string): Promise<Map<string, StaticFile>> {
  const found = new Set(await listFiles(hostDir));
  const files = new Map<string, StaticFile>();
  for (const file of found) {
    const contentType = contentTypeOf(file);
    // Source maps and other build data in `private` are for this site's own servers.
    if (!contentType || file === 'index.html' || file.startsWith('private/')) continue;
    const [plain, brotli] = [file, `${file}.br`].map((name) => (found.has(name) ? path.join(hostDir, name) : undefined));
    if (plain) files.set(`/${file}`, { path: plain, contentType, brotliPath: brotli });
  }
  return files;
}
