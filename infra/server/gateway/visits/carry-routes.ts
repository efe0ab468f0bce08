import { hkdfSync } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import {
  type CarriedVisit,
  carriedVisitSchema,
  type OpenResponse,
  openRequestSchema,
  openResponseSchema,
  type SealResponse,
  sealResponseSchema,
} from '@enfilade/shared-contracts/api/carried-visit';
import { pingRequestSchema } from '@enfilade/shared-contracts/api/request-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import type { FastifyInstance } from 'fastify';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { parseInput, sendResponse } from '../../http/exchange.ts';
import { HttpError } from '../../http/http-error.ts';
import type { Keys } from '../../http/key-files.ts';
import { clientAddress } from '../../http/same-site-guard.ts';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import type { SettingsFiles } from '../museums/settings-files.ts';
import type { AddressLimits, BudgetRules } from '../spending/budget.ts';
import { readStatus } from '../upstream/send-call.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Upstreams } from '../upstream/upstreams.ts';
import { checkVisit, type VisitOf } from './visit-cookie.ts';

export const sealLifeMs = 7 * 24 * 60 * 60 * 1000;
/** Characters of a seal: what every messenger leaves whole in a link, and what a camera reads from a small screen. */
export const sealLimits = { link: 4000, code: 1300 } as const;
/** Sealing is the dearest work that costs a visitor nothing; a museum's visitors may share one address. */
export const sealsOfAddress: BudgetRules = { capacity: 120, fillsInMs: 60_000 };
const bodyLimitBytes = 256 * 1024;
/** What was opened is ours; this is for a mistake of ours. */
const openedLimitBytes = 1_000_000;

interface CarryOptions {
  museums: MuseumDirectory;
  addressLimits: AddressLimits;
  /** Of visits: the first seals, what those after it have sealed opens too. */
  keys(): Keys<Buffer>;
  clock: Clock;
}

/** A visit goes on at another device by a link that holds it, sealed: nothing of it is stored here. */
export function registerCarryRoutes(app: FastifyInstance, { museums, addressLimits, ...options }: CarryOptions): void {
  app.post('/api/visits/seal', { bodyLimit: bodyLimitBytes }, async (request, reply) => {
    const carried = parseInput(carriedVisitSchema, request.body);
    const wait = await addressLimits.withdraw('seals', clientAddress(request), sealsOfAddress);
    if (wait > 0) throw new HttpError('too-many', { reason: 'too many seals from one address', retryAfterSeconds: wait });
    const { answers } = await checkVisit(carried.visit, museums);
    return sendResponse(reply, sealResponseSchema, await sealVisit({ ...carried, visit: { ...carried.visit, answers } }, options));
  });

  app.post('/api/visits/open', async (request, reply) => {
    const opened = await openVisit(parseInput(openRequestSchema, request.body).seal, options);
    // The museum may offer less than it did.
    const { answers } = await checkVisit(opened.visit, museums);
    return sendResponse(reply, openResponseSchema, { ...opened, visit: { ...opened.visit, answers } });
  });
}

type SealOptions = Omit<CarryOptions, 'museums' | 'addressLimits'>;

const [compress, decompress] = [promisify(brotliCompress), promisify(brotliDecompress)];
const compression = { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_QUALITY]: 9 } };
const header = { alg: 'dir', enc: 'A256GCM' } as const;

/** Another key than the one that signs cookies, made of it. */
const sealKey = (visitKey: Buffer) => new Uint8Array(hkdfSync('sha256', visitKey, '', 'carried visit', 32));

/** Of the turns of a try that was too long: turns differ in size, and the tries must come to an end. */
const mostKept = 0.9;
type Sealed = SealResponse['link'];

async function sealVisit(carried: CarriedVisit, { keys, clock }: SealOptions): Promise<SealResponse> {
  const sealedAt = clock.now();
  const sealNewest = async (count: number) => {
    const content: OpenResponse = { ...carried, turns: count === 0 ? [] : carried.turns.slice(-count), sealedAt };
    const encrypt = new CompactEncrypt(await compress(JSON.stringify(content), compression)).setProtectedHeader(header);
    return { text: await encrypt.encrypt(sealKey(keys()[0])), turns: count };
  };
  /** Each try keeps the share of the turns that would fit if all had one size, so two or three tries are enough. */
  const sealWithin = async (limit: number, tooLong: Sealed) => {
    let best = tooLong;
    while (best.text.length > limit && best.turns > 0)
      best = await sealNewest(Math.floor(best.turns * Math.min(mostKept, limit / best.text.length)));
    return best;
  };
  const link = await sealWithin(sealLimits.link, await sealNewest(carried.turns.length));
  return { link, code: await sealWithin(sealLimits.code, link), expiresAt: sealedAt + sealLifeMs };
}

/** @throws HttpError `malformed` for what was not sealed here or was changed since, `expired` */
async function openVisit(seal: string, { keys, clock }: SealOptions): Promise<OpenResponse> {
  for (const key of keys()) {
    const bytes = await compactDecrypt(seal, sealKey(key), {
      keyManagementAlgorithms: [header.alg],
      contentEncryptionAlgorithms: [header.enc],
    }).then(
      ({ plaintext }) => plaintext,
      () => undefined,
    );
    if (!bytes) continue;
    const opened = openResponseSchema.safeParse(parseJson(String(await decompress(bytes, { maxOutputLength: openedLimitBytes })))).data;
    // A release of another time may have sealed something else.
    if (!opened) break;
    if (opened.sealedAt + sealLifeMs <= clock.now()) throw new HttpError('expired');
    return opened;
  }
  throw new HttpError('malformed', { reason: 'a seal that is none of ours' });
}

export interface PingRouteOptions {
  upstream: Upstream;
  knowledgeBase: Upstreams['knowledgeBase'];
  pingMs: number;
  museums: MuseumDirectory;
  settings: SettingsFiles;
  visitOf: VisitOf;
}

/**
 * Tailoring ended: wakes the knowledge base and fetches what the conversation about to begin will need. Nobody
 * waits for either, and what failed is for the log alone.
 */
export function registerPingRoute(app: FastifyInstance, options: PingRouteOptions): void {
  const { museums, settings, visitOf } = options;
  app.post('/api/visits/ping', async (request, reply) => {
    const { museumId } = parseInput(pingRequestSchema, request.body);
    await museums.loadMuseum(museumId).catch(passUnlessUnknown);
    visitOf(request, reply, { museumId });
    pingKnowledgeBase(options, request.id).then(
      (status) => request.log.info({ upstream: 'knowledge-base', status }, 'pinged'),
      (error: unknown) => request.log.warn({ upstream: 'knowledge-base', err: error }, 'ping failed'),
    );
    settings.preload(museumId);
    return reply.code(204).send();
  });
}

/** While the middleware is down the museum is believed. */
function passUnlessUnknown(error: unknown): void {
  if (error instanceof HttpError && error.code === 'museum-not-found') throw error;
}

/** Resolves with the status it answered. @throws HttpError `upstream-failed`, `upstream-timeout` */
function pingKnowledgeBase({ upstream, knowledgeBase, pingMs }: PingRouteOptions, requestId: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const call = { method: 'GET', url: `${knowledgeBase.url}/kb-querying/ping`, headers, requestId, isRepeatable: true } as const;
  return upstream.ask(call, { limitMs: pingMs, read: readStatus });
}
