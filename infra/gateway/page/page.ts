import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultLanguage, type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { parseMuseumLanguage } from '@enfilade/shared-contracts/i18n/localize';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import type { Clock } from '@enfilade/shared-contracts/remote/clock';
import { operatorPath, operatorRemote } from '@enfilade/shared-contracts/remote/contract';
import type { ReleaseSet } from '@enfilade/shared-contracts/remote/release-set';
import { type ArrivalPath, arrivalPaths } from '@enfilade/shared-contracts/visit/arrival';
import { parseVisitCookies } from '@enfilade/shared-contracts/visit/visit-cookies';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { ReleaseSets, Visitor } from '../gateway-options.ts';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import { pickFirstScreen } from './first-screen.ts';
import { createPage, type PageContent } from './page-html.ts';
import { type PageVisit, readPageVisit } from './page-visit.ts';
import { type Preload, preloadsOf } from './preloads.ts';
import { readVisitor } from './read-visitor.ts';

export interface PageOptions {
  hostDir: string;
  sets: ReleaseSets;
  /** Public keys the page is to trust. */
  setKeys: readonly string[];
  museums: MuseumDirectory;
  clock: Clock;
  pageWaitMs: number;
  /** What every page is answered with. */
  headers: Readonly<Record<string, string>>;
}

/** Every address that is a page; any other is the page too, with status 404. */
export const pagePaths = [...arrivalPaths, operatorPath] as const;

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Answers a navigation. Reads the host's index.html once. @throws PageTemplateError */
export async function loadPage(options: PageOptions): Promise<SendPage> {
  const fill = createPage(await readFile(path.join(options.hostDir, 'index.html'), 'utf8'), options.setKeys);
  const describe = createDescribe(options);
  return async (request, reply) => {
    // Not `new URL`: it throws at `//:0`, and anybody can ask for that.
    const [, address = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(request.url) ?? [];
    const known = pagePaths.find((candidate) => candidate === address);
    const { cookie = '', 'accept-language': acceptLanguage } = request.headers;
    const parameters = new URLSearchParams(query);
    const visit = readPageVisit(parameters, parseVisitCookies(cookie));
    const { id = randomBytes(8).toString('hex'), ...held } = readVisitor(cookie, parameters.get('grant'));
    const content = await describe({ path: known, visit, visitor: { id, ...held }, acceptLanguage });
    return reply
      .code(known ? 200 : 404)
      .headers(options.headers)
      .send(fill(content));
  };
}

interface Navigation {
  path: (typeof pagePaths)[number] | undefined;
  visit: PageVisit;
  /** The page itself sets no cookie: the host keeps the number that stands in it. */
  visitor: Visitor & { id: string };
  acceptLanguage: string | undefined;
}

type Describe = (navigation: Navigation) => Promise<PageContent>;

/** Of one set: far more than there are doors to a museum. */
const keptDescriptions = 200;

function createDescribe(options: PageOptions): Describe {
  const { sets, museums } = options;
  // Most visitors come by the same few addresses, of which nothing but their number differs.
  const kept = new WeakMap<ReleaseSet, LRUCache<string, { museum: Museum; preloads: Preload[] }>>();

  const findPreloads = (set: ReleaseSet, museum: Museum, arrival: ArrivalPath | undefined, visit: PageVisit): Preload[] => {
    const key = JSON.stringify([arrival, visit]);
    const ofSet = kept.get(set) ?? new LRUCache({ max: keptDescriptions });
    kept.set(set, ofSet);
    const known = ofSet.get(key);
    if (known?.museum === museum) return known.preloads;
    const first = arrival && pickFirstScreen(arrival, visit, { museum, profile: museums.profileOf(museum._id) });
    const remote = first && set.remotes[first.screen];
    const files = remote ? preloadsOf(remote, parseMuseumLanguage(museum.defaultLanguage)) : [];
    const preloads = [...files, ...recordPreloads(museum._id, first?.exhibitionId)];
    ofSet.set(key, { museum, preloads });
    return preloads;
  };

  return async ({ path: arrival, visit, visitor, acceptLanguage }) => {
    if (arrival === operatorPath) return describeConsole(options, visitor, acceptLanguage);
    const { museumId } = visit;
    const set = sets.releaseSet(museumId ?? '*', visitor);
    const museum = museumId && (museums.peekMuseum(museumId) ?? (await soonMuseum(options, museumId)));
    const shared = { museumId, visitorId: visitor.id, set };
    if (!museum) return { ...shared, language: pickLanguage(acceptLanguage), preloads: [] };
    return { ...shared, language: parseMuseumLanguage(museum.defaultLanguage), preloads: findPreloads(set, museum, arrival, visit) };
  };
}

/** The operators' console belongs to no museum, whichever the browser visited before and whichever its address names. */
function describeConsole({ sets }: PageOptions, visitor: Navigation['visitor'], acceptLanguage: string | undefined): PageContent {
  const language = pickLanguage(acceptLanguage);
  const set = sets.releaseSet('*', visitor);
  const remote = set.remotes[operatorRemote];
  return { language, museumId: undefined, visitorId: visitor.id, set, preloads: remote ? preloadsOf(remote, language) : [] };
}

function recordPreloads(museumId: EntityId, exhibitionId: EntityId | undefined): Preload[] {
  const museum = `/api/museums/${museumId}`;
  return [museum, ...(exhibitionId ? [`${museum}/exhibitions/${exhibitionId}`] : [])].map((href) => ({ href, as: 'fetch' }));
}

/** The museum if it is known or comes quickly: a page without preloads is better than a late page. */
function soonMuseum({ museums, clock, pageWaitMs }: PageOptions, museumId: EntityId): Promise<Museum | undefined> {
  return new Promise((resolve) => {
    const cancel = clock.after(pageWaitMs, () => resolve(undefined));
    const settle = (museum?: Museum) => {
      cancel();
      resolve(museum);
    };
    museums.loadMuseum(museumId).then(settle, () => settle());
  });
}

/** The first language of ours that the browser names. */
function pickLanguage(acceptLanguage = ''): Language {
  const wanted = acceptLanguage.split(',').map((entry) => entry.trim().slice(0, 2).toLowerCase());
  return wanted.map((name) => languages.find((language) => language === name)).find(Boolean) ?? defaultLanguage;
}
