import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultLanguage, type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { parseMuseumLanguage } from '@enfilade/shared-contracts/i18n/localize';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import type { Clock } from '@enfilade/shared-contracts/remote/clock';
import { arrivalPaths } from '@enfilade/shared-contracts/visit/arrival';
import { parseVisitCookies } from '@enfilade/shared-contracts/visit/visit-cookies';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReleaseSets } from '../gateway-options.ts';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import { pickFirstScreen } from './first-screen.ts';
import { createPage, type PageContent } from './page-html.ts';
import { type PageVisit, readPageVisit } from './page-visit.ts';
import { type Preload, preloadsOf } from './preloads.ts';

export interface PageOptions {
  hostDir: string;
  sets: ReleaseSets;
  museums: MuseumDirectory;
  clock: Clock;
  pageWaitMs: number;
  /** What every page is answered with. */
  headers: Readonly<Record<string, string>>;
}

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Answers a navigation. Reads the host's index.html once. @throws PageTemplateError */
export async function loadPage(options: PageOptions): Promise<SendPage> {
  const fill = createPage(await readFile(path.join(options.hostDir, 'index.html'), 'utf8'));
  return async (request, reply) => {
    // Not `new URL`: it throws at `//:0`, and anybody can ask for that.
    const [, address = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(request.url) ?? [];
    const known = arrivalPaths.find((candidate) => candidate === address);
    const visit = readPageVisit(new URLSearchParams(query), parseVisitCookies(request.headers.cookie ?? ''));
    const content = await describePage(options, { path: known, visit, acceptLanguage: request.headers['accept-language'] });
    return reply
      .code(known ? 200 : 404)
      .headers(options.headers)
      .send(fill(content));
  };
}

interface Navigation {
  path: (typeof arrivalPaths)[number] | undefined;
  visit: PageVisit;
  acceptLanguage: string | undefined;
}

async function describePage(options: PageOptions, { path: arrival, visit, acceptLanguage }: Navigation): Promise<PageContent> {
  const { museumId } = visit;
  const set = options.sets.releaseSet(museumId ?? '*');
  const language = pickLanguage(acceptLanguage);
  const museum = museumId && (await soonMuseum(options, museumId));
  if (!museumId || !museum) return { language, museumId, set, preloads: [] };
  const museumLanguage = parseMuseumLanguage(museum.defaultLanguage);
  const first = arrival && pickFirstScreen(arrival, visit, { museum, profile: options.museums.profileOf(museumId) });
  const remote = first && set.remotes[first.screen];
  const files = remote ? preloadsOf(remote, museumLanguage) : [];
  return { language: museumLanguage, museumId, set, preloads: [...files, ...recordPreloads(museumId, first?.exhibitionId)] };
}

function recordPreloads(museumId: EntityId, exhibitionId: EntityId | undefined): Preload[] {
  const museum = `/api/museums/${museumId}`;
  return [museum, ...(exhibitionId ? [`${museum}/exhibitions/${exhibitionId}`] : [])].map((href) => ({ href, as: 'fetch' }));
}

/** The museum if it is known or comes quickly: a page without preloads is better than a late page. */
function soonMuseum({ museums, clock, pageWaitMs }: PageOptions, museumId: EntityId): Promise<Museum | undefined> {
  const held = museums.peekMuseum(museumId);
  if (held) return Promise.resolve(held);
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
