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
import { pingRequestSchema, type ReportsRequest, reportsRequestSchema } from '@enfilade/shared-contracts/api/request-schemas';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { parseVisitCookies, parseVisitorId } from '@enfilade/shared-contracts/visit/visit-cookies';
import type { FastifyInstance } from 'fastify';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { HttpError, parseInput, sendResponse } from '../../http/exchange.ts';
import type { Keys } from '../../http/key-files.ts';
import { clientAddress } from '../../http/request-head.ts';
import type { AddressLimits, BudgetRules } from '../../shared-state/budget.ts';
import { readStatus } from '../upstream/upstream-response.ts';
import { checkVisit, type VisitRoutes } from './visit-cookie.ts';

export const sealLifeMs = 7 * 24 * 60 * 60 * 1000;
/** Characters of a seal. Every messenger keeps such a link complete, and a camera reads such a code from a small screen. */
export const sealLimits = { link: 4000, code: 1300 } as const;
/** Sealing is the most expensive work that is free for visitors. A museum's visitors may share one address. */
export const sealsOfAddress: BudgetRules = { capacity: 120, fillsInMs: 60_000 };
const bodyLimitBytes = 256 * 1024;
/** Limit of decompressed seals, which this site made, against our own mistakes. */
const openedLimitBytes = 1_000_000;

interface CarryOptions extends Pick<VisitRoutes, 'museums' | 'clock'> {
  addressLimits: AddressLimits;
  /** The first key seals, and all keys open. */
  keys(): Keys<Buffer>;
}

/** A link with the sealed visit continues the visit on another device; the site stores nothing. */
export function registerCarryRoutes(app: FastifyInstance, { museums, addressLimits, ...options }: CarryOptions): void {
  app.post('/api/visits/seal', { bodyLimit: bodyLimitBytes }, async (request, reply) => {
    const carried = parseInput(carriedVisitSchema, request.body);
    await addressLimits.withdraw('seals', clientAddress(request), sealsOfAddress);
    const { answers } = await checkVisit(carried.visit, museums);
    return sendResponse(reply, sealResponseSchema, await sealVisit({ ...carried, visit: { ...carried.visit, answers } }, options));
  });

  app.post('/api/visits/open', async (request, reply) => {
    const opened = await openVisit(parseInput(openRequestSchema, request.body).seal, options);
    // The museum may have withdrawn answers since the visit was sealed.
    const { answers } = await checkVisit(opened.visit, museums);
    return sendResponse(reply, openResponseSchema, { ...opened, visit: { ...opened.visit, answers } });
  });
}

type SealOptions = Omit<CarryOptions, 'museums' | 'addressLimits'>;

const [compress, decompress] = [promisify(brotliCompress), promisify(brotliDecompress)];
const compression = { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_QUALITY]: 9 } };
const header = { alg: 'dir', enc: 'A256GCM' } as const;

/** The visit key itself only signs. */
const sealKey = (visitKey: Buffer) => new Uint8Array(hkdfSync('sha256', visitKey, '', 'carried visit', 32));

/** Highest share of the turns that the next try keeps, so that the tries end although turns differ in size. */
const mostKept = 0.9;
type Sealed = SealResponse['link'];

async function sealVisit(carried: CarriedVisit, { keys, clock }: SealOptions): Promise<SealResponse> {
  const sealedAt = clock.now();
  const sealNewest = async (count: number) => {
    const content: OpenResponse = { ...carried, turns: count === 0 ? [] : carried.turns.slice(-count), sealedAt };
    const encrypt = new CompactEncrypt(await compress(JSON.stringify(content), compression)).setProtectedHeader(header);
    return { text: await encrypt.encrypt(sealKey(keys()[0])), turns: count };
  };
  /** Each try keeps the share of the turns that would fit if all had the same size, so two or three tries are enough. */
  const sealWithin = async (limit: number, tooLong: Sealed) => {
    let best = tooLong;
    while (best.text.length > limit && best.turns > 0)
      best = await sealNewest(Math.floor(best.turns * Math.min(mostKept, limit / best.text.length)));
    return best;
  };
  const link = await sealWithin(sealLimits.link, await sealNewest(carried.turns.length));
  return { link, code: await sealWithin(sealLimits.code, link), expiresAt: sealedAt + sealLifeMs };
}

/** @throws HttpError `malformed` if the text was not sealed here or was changed, `expired` */
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
    // Another release may have sealed another shape.
    if (!opened) break;
    if (opened.sealedAt + sealLifeMs <= clock.now()) throw new HttpError('expired');
    return opened;
  }
  throw new HttpError('malformed', { reason: 'the seal is not valid' });
}

/** Wakes the knowledge base and loads the settings file of the coming conversation. The answer waits for neither. */
export function registerPingRoute(app: FastifyInstance, options: VisitRoutes, pingMs: number): void {
  const { museums, settings, visitOf } = options;
  app.post('/api/visits/ping', async (request, reply) => {
    const { museumId } = parseInput(pingRequestSchema, request.body);
    await museums.loadMuseum(museumId).catch(passUnlessUnknown);
    visitOf(request, reply, { museumId });
    pingKnowledgeBase(options, pingMs, request.id).then(
      (status) => request.log.info({ upstream: 'knowledge-base', status }, 'pinged'),
      (error: unknown) => request.log.warn({ upstream: 'knowledge-base', err: error }, 'ping failed'),
    );
    settings.preload(museumId);
    return reply.code(204).send();
  });
}

/** Accepts a museum that cannot be checked while the middleware is down. */
function passUnlessUnknown(error: unknown): void {
  if (error instanceof HttpError && error.code === 'museum-not-found') throw error;
}

/** @throws HttpError `upstream-failed`, `upstream-timeout` */
function pingKnowledgeBase({ services, upstreams }: VisitRoutes, pingMs: number, requestId: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const call = { method: 'GET', url: `${upstreams.knowledgeBase.url}/kb-querying/ping`, headers, requestId, isRepeatable: true } as const;
  return services.of('knowledge-base').ask(call, { limitMs: pingMs, read: readStatus });
}

type Report = ReportsRequest['reports'][number];

/** Only the visit is verified. */
export interface ReportFacts {
  /** By the unsigned cookie; undefined for a page without a museum, which has the default set. */
  museumId: EntityId | undefined;
  /** Undefined without a signed visit cookie: such a report is not counted, because any client could send it. */
  visit:
    | {
        id: string;
        address: string;
        visitorId: string | undefined;
        /** Family and major version, as in `Chrome 141`. */
        browser: string;
      }
    | undefined;
  report: Report;
}

export type OnReport = (facts: ReportFacts) => void;

/** The first report of a museum's page starts its visit and is not counted; reports with the visit's cookie are. */
export function registerReportRoute(app: FastifyInstance, { museums, cookie: cookies, visitOf }: VisitRoutes, onReport?: OnReport): void {
  app.post('/api/reports', async (request, reply) => {
    const { sequence, reports } = parseInput(reportsRequestSchema, request.body);
    const { cookie = '' } = request.headers;
    const { museumId: named } = parseVisitCookies(cookie);
    const found = cookies.find(request);
    const isOfPage = found !== undefined && (named === undefined || found.museumId === named);
    // The cookie that names the museum is not signed, so the museum is checked before a visit is started for it.
    const museumId = isOfPage ? named : await findMuseum(museums, named);
    if (!isOfPage && museumId !== undefined) visitOf(request, reply, { museumId });
    const browser = browserOf(request.headers['user-agent']);
    const visit = isOfPage ? { id: found.id, address: clientAddress(request), visitorId: parseVisitorId(cookie), browser } : undefined;
    for (const report of reports) {
      logReport(request.log, sequence, report);
      onReport?.({ museumId, visit, report });
    }
    return reply.code(204).send();
  });
}

const findMuseum = async (museums: VisitRoutes['museums'], named: EntityId | undefined) =>
  named &&
  museums.loadMuseum(named).then(
    () => named,
    () => undefined,
  );

/** In this order, because each browser's name also contains names that follow. */
const browsers: readonly [family: string, version: RegExp][] = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d{1,4})/],
  ['Opera', /\bOPR\/(\d{1,4})/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d{1,4})/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d{1,4})/],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d{1,4})/],
  ['Safari', /\bVersion\/(\d{1,4})\b.* Safari\//],
];

/** A team needs family and major version to reproduce an error. */
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
