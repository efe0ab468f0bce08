import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultLanguage, type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { parseMuseumLanguage } from '@enfilade/shared-contracts/i18n/localize';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import { operatorPath, operatorRemote, type ScreenName } from '@enfilade/shared-contracts/releases/contract';
import { pickValidAnswers } from '@enfilade/shared-contracts/visit/answer-rules';
import { type ArrivalPath, arrivalPaths, decideArrival, screenAt, singleExhibitionOf } from '@enfilade/shared-contracts/visit/arrival';
import { questionsFor } from '@enfilade/shared-contracts/visit/question';
import { parseVisitAddress, type VisitAddress } from '@enfilade/shared-contracts/visit/visit-address';
import { parseVisitCookies } from '@enfilade/shared-contracts/visit/visit-cookies';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { compressGzip, markEncoding, pickEncoding } from '../../http/encoded-text.ts';
import { mostEntries } from '../../http/most-entries.ts';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import { type ReleaseSets, readVisitor, type Visitor } from '../museums/release-sets.ts';
import { compressAround } from './brotli-slot.ts';
import { createPage, joinPage, type PageContent, type PageParts, type Preload, preloadsOf } from './page-html.ts';

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
  const send = createPageSender(createPage(await readFile(path.join(options.hostDir, 'index.html'), 'utf8'), options.setKeys));
  return async (request, reply) => {
    // Not `new URL`: it throws at `//:0`, and anybody can ask for that.
    const [, address = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(request.url) ?? [];
    const known = pagePaths.find((candidate) => candidate === address);
    const { cookie = '', 'accept-language': acceptLanguage } = request.headers;
    const parameters = new URLSearchParams(query);
    const visit = parseVisitAddress(parameters, parseVisitCookies(cookie));
    const { id = randomBytes(8).toString('hex'), ...choice } = readVisitor(cookie, parameters.get('grant'));
    const content = await describePage(options, { path: known, visit, visitor: { id, ...choice }, acceptLanguage });
    return send(request, reply.code(known ? 200 : 404).headers(options.headers), content);
  };
}

/** Most pages that differ in more than the visitor: sets, museums, languages and what is preloaded. */
const keptPages = 1_000;

/** Sends a page compressed: with Brotli once for all visitors who get the same but for their number. */
function createPageSender(fill: (content: PageContent) => PageParts) {
  const compressed = new LRUCache<string, ReturnType<typeof compressAround>>(mostEntries(keptPages));
  return async (request: FastifyRequest, reply: FastifyReply, content: PageContent): Promise<FastifyReply> => {
    const parts = fill(content);
    const encoding = pickEncoding(request.headers['accept-encoding']);
    markEncoding(reply, encoding);
    if (encoding !== 'br') {
      const plain = joinPage(parts);
      return reply.send(encoding ? await compressGzip(plain) : plain);
    }
    const key = [content.set.signature, content.language, content.museumId, ...content.preloads.map(({ href }) => href)].join(' ');
    const filler = compressed.get(key) ?? compressAround(parts.before, parts.visitor.length, parts.after());
    compressed.set(key, filler);
    return reply.send((await filler)(parts.visitor));
  };
}

interface Navigation {
  path: (typeof pagePaths)[number] | undefined;
  visit: VisitAddress;
  /** The page itself sets no cookie: the host keeps the number that stands in it. */
  visitor: Visitor & { id: string };
  acceptLanguage: string | undefined;
}

async function describePage(options: PageOptions, { path: arrival, visit, visitor, acceptLanguage }: Navigation): Promise<PageContent> {
  if (arrival === operatorPath) return describeConsole(options, visitor, acceptLanguage);
  const { museumId } = visit;
  const { id: visitorId } = visitor;
  const museum = museumId && (await soonMuseum(options, museumId));
  const language = museum ? parseMuseumLanguage(museum.defaultLanguage) : pickLanguage(acceptLanguage);
  const set = options.sets.releaseSet(museumId ?? '*', visitor, language);
  if (!museumId || !museum) return { language, museumId, visitorId, set, preloads: [] };
  const first = arrival && pickFirstScreen(arrival, visit, { museum, profile: options.museums.profileOf(museumId) });
  const remote = first && set.remotes[first.screen];
  const files = remote ? preloadsOf(remote, language) : [];
  return { language, museumId, visitorId, set, preloads: [...files, ...recordPreloads(museumId, first?.exhibitionId)] };
}

/** The operators' console belongs to no museum, whichever the browser visited before and whichever its address names. */
function describeConsole({ sets }: PageOptions, visitor: Navigation['visitor'], acceptLanguage: string | undefined): PageContent {
  const language = pickLanguage(acceptLanguage);
  const set = sets.releaseSet('*', visitor, language);
  const remote = set.remotes[operatorRemote];
  return { language, museumId: undefined, visitorId: visitor.id, set, preloads: remote ? preloadsOf(remote, language) : [] };
}

function recordPreloads(museumId: EntityId, exhibitionId: EntityId | undefined): Preload[] {
  const museum = `/api/museums/${museumId}`;
  return [museum, ...(exhibitionId ? [`${museum}/exhibitions/${exhibitionId}`] : [])].map((href) => ({ href, as: 'fetch' }));
}

/** The museum if it is known or comes quickly: a page without preloads is better than a late page. */
function soonMuseum({ museums, clock, pageWaitMs }: PageOptions, museumId: EntityId): Promise<Museum | undefined> {
  const cached = museums.peekMuseum(museumId);
  if (cached) return Promise.resolve(cached);
  return new Promise((resolve) => {
    const cancel = clock.after(pageWaitMs, () => resolve(undefined));
    const finish = (museum?: Museum) => {
      cancel();
      resolve(museum);
    };
    museums.loadMuseum(museumId).then(finish, () => finish());
  });
}

/** The first language of ours that the browser names. */
function pickLanguage(acceptLanguage = ''): Language {
  const wanted = acceptLanguage.split(',').map((entry) => entry.trim().slice(0, 2).toLowerCase());
  return wanted.map((name) => languages.find((language) => language === name)).find(Boolean) ?? defaultLanguage;
}

/** What the host will draw first, and for which exhibition. */
interface FirstScreen {
  screen: ScreenName;
  exhibitionId?: EntityId | undefined;
}

/**
 * The screen the host will decide for, as far as a server can tell: the language lives in the browser, so
 * a voice chosen in another language counts as open. A wrong guess costs a preload, nothing else.
 */
function pickFirstScreen(
  path: ArrivalPath,
  visit: VisitAddress,
  known: { museum: Museum; profile: MuseumProfile },
): FirstScreen | undefined {
  const { museum, profile } = known;
  const questions = questionsFor({ profile, language: parseMuseumLanguage(museum.defaultLanguage), wantsPremium: visit.wantsPremium });
  const answers = pickValidAnswers(questions, visit.answers);
  const exhibitionId = museum.exhibitions.some(({ _id }) => _id === visit.exhibitionId) ? visit.exhibitionId : undefined;
  const decision = decideArrival({
    path,
    hasMuseum: true,
    hasExhibition: exhibitionId !== undefined,
    singleExhibitionId: singleExhibitionOf(museum),
    entryScreen: profile.entryScreen,
    offeredQuestions: questions.map(({ id }) => id),
    openQuestions: questions.filter(({ id }) => !answers[id]).map(({ id }) => id),
    askedQuestion: visit.question,
  });
  const screen = screenAt(decision.path);
  return screen && { screen, exhibitionId: decision.chooseExhibitionId ?? exhibitionId };
}
