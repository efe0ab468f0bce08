import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultLanguage, type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { parseMuseumLanguage } from '@enfilade/shared-contracts/i18n/localize';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import { operatorPath, operatorRemote } from '@enfilade/shared-contracts/releases/contract';
import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { pickValidAnswers } from '@enfilade/shared-contracts/visit/answer-rules';
import {
  type ArrivalPath,
  arrivalPath,
  arrivalPaths,
  decideArrival,
  screenAt,
  singleExhibitionOf,
} from '@enfilade/shared-contracts/visit/arrival';
import { questionsFor } from '@enfilade/shared-contracts/visit/question';
import { parseVisitAddress, type VisitAddress } from '@enfilade/shared-contracts/visit/visit-address';
import { cookieNames, parseChosenLanguage, parseVisitCookies, parseVisitorId } from '@enfilade/shared-contracts/visit/visit-cookies';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { compressGzip, markEncoding, pickEncoding } from '../../http/encoded-text.ts';
import { mostEntries } from '../../http/most-entries.ts';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import { type ReleaseSets, readVisitor, type Visitor } from '../museums/release-sets.ts';
import { compressAround } from './brotli-slot.ts';
import { type FirstPaint, type FirstPaintOptions, type FirstPaints, loadFirstPaints } from './first-paint.ts';
import type { FirstScreen } from './first-paint-slots.ts';
import {
  createPage,
  createPageHeaders,
  hasFirstPaint,
  joinPage,
  type PageContent,
  type PageHeaders,
  type PageHeadersOptions,
  type PageParts,
  type Preload,
  preloadsOf,
  visitorSlot,
} from './page-html.ts';

export interface PageOptions extends FirstPaintOptions {
  sets: ReleaseSets;
  /** Public keys the page is to trust. */
  setKeys: readonly string[];
  museums: MuseumDirectory;
  clock: Clock;
  pageWaitMs: number;
  headers: PageHeadersOptions;
}

/** Every address that is a page; any other is the page too, with status 404. */
export const pagePaths = [...arrivalPaths, operatorPath] as const;

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Answers a navigation. Reads the host's index.html once. @throws PageTemplateError */
export async function loadPage(options: PageOptions): Promise<SendPage> {
  const template = await readFile(path.join(options.hostDir, 'index.html'), 'utf8');
  const fill = createPage(template, options.setKeys);
  const compress = createCompressedPages(fill);
  const headersOf = createPageHeaders(template, options.headers);
  const pages: KnownPages = { ...options, firstPaints: hasFirstPaint(template) ? await loadFirstPaints(options) : undefined };
  const navigationOf = createNavigations();
  return async (request, reply) => {
    const { cookie = '', 'accept-encoding': accepted } = request.headers;
    const navigation = navigationOf(request);
    const { museumId, languages } = navigation;
    const visitorId = parseVisitorId(cookie) ?? newVisitorId();
    const museum = museumId && (options.museums.peekMuseum(museumId) ?? (await soonMuseum(options, museumId)));
    const language = languages.chosen ?? (museum ? parseMuseumLanguage(museum.defaultLanguage) : languages.accepted);
    const set = options.sets.releaseSet(museumId ?? '*', { ...navigation.choice, id: visitorId }, language);
    reply.code(navigation.path ? 200 : 404);
    const encoding = pickEncoding(accepted);
    const { kept } = navigation;
    if (encoding === 'br' && kept?.museum === museum && kept?.set === set) {
      return markEncoding(reply.headers(kept.headers), encoding).send(kept.putIn(visitorSlot(visitorId)));
    }
    const { isFinal, ...described } = await describePage(pages, navigation, { museum, language, set });
    const content: PageContent = { ...described, visitorId };
    const headers = headersOf(content.firstPaint);
    markEncoding(reply.headers(headers), encoding);
    if (encoding !== 'br') {
      const plain = joinPage(fill(content));
      return reply.send(encoding ? await compressGzip(plain) : plain);
    }
    const putIn = await compress(content);
    if (isFinal) navigation.kept = { museum, set, headers, putIn };
    return reply.send(putIn(visitorSlot(visitorId)));
  };
}

/** 64 random bits: what is fixed in a UUID is in its middle. Node makes UUIDs from random bytes that it has at hand. */
function newVisitorId(): string {
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(-8);
}

/** Most pages that differ in more than the visitor: sets, museums, languages and what is preloaded. */
const keptPages = 1_000;

/** Compresses a page with Brotli once for all visitors who get the same but for their number. */
function createCompressedPages(fill: (content: PageContent) => PageParts) {
  const compressed = new LRUCache<string, ReturnType<typeof compressAround>>(mostEntries(keptPages));
  return (content: PageContent) => {
    const { set, language, museumId, firstPaint, preloads } = content;
    const key = [set.signature, language, museumId, firstPaint?.id, ...preloads.map(({ href }) => href)].join(' ');
    let page = compressed.get(key);
    if (!page) {
      const { before, visitor, after } = fill(content);
      page = compressAround(before, visitor.length, after);
      compressed.set(key, page);
    }
    return page;
  };
}

/** What a request says of its page, but for the visitor's number. */
interface Navigation {
  path: (typeof pagePaths)[number] | undefined;
  /** The operators' console belongs to no museum, whichever the browser visited before and whichever its address names. */
  museumId: EntityId | undefined;
  visit: VisitAddress;
  choice: Omit<Visitor, 'id'>;
  languages: { chosen: Language | undefined; accepted: Language };
  /** The page that was sent last, which is the next one's too while the museum's record and the set are the same objects. */
  kept?: { museum: Museum | undefined; set: ReleaseSet; headers: PageHeaders; putIn: Awaited<ReturnType<typeof compressAround>> };
}

/** Longer ones are read each time. */
const longestKept = 1_000;
const readCookies = new Set<string>(Object.values(cookieNames).filter((name) => name !== cookieNames.visitorId));

/** Reads requests; those that say the same, as of all visitors who scan one code, are read once. */
function createNavigations(): (request: FastifyRequest) => Navigation {
  const known = new LRUCache<string, Navigation>(mostEntries(keptPages));
  return ({ url, headers }) => {
    const { cookie = '', 'accept-language': accepted = '' } = headers;
    const told =
      cookie === ''
        ? ''
        : cookie
            .split(';')
            .filter((pair) => readCookies.has(pair.slice(0, pair.indexOf('=')).trim()))
            .join(';');
    const key = `${url}\n${told}\n${accepted}`;
    const navigation = known.get(key) ?? readNavigation(url, told, accepted);
    if (key.length <= longestKept) known.set(key, navigation);
    return navigation;
  };
}

function readNavigation(url: string, cookie: string, acceptLanguage: string): Navigation {
  // Not `new URL`: it throws at `//:0`, and anybody can ask for that.
  const [, address = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(url) ?? [];
  const known = pagePaths.find((candidate) => candidate === address);
  const parameters = new URLSearchParams(query);
  const visit = parseVisitAddress(parameters, parseVisitCookies(cookie));
  return {
    path: known,
    museumId: known === operatorPath ? undefined : visit.museumId,
    visit,
    choice: readVisitor(cookie, parameters.get('grant')),
    languages: { chosen: parseChosenLanguage(cookie), accepted: pickLanguage(acceptLanguage) },
  };
}

type KnownPages = PageOptions & { firstPaints: FirstPaints | undefined };
/** The page itself sets no cookie: the host keeps the visitor's number that stands in it. */
interface Described extends Omit<PageContent, 'visitorId'> {
  /** Absent where the next page may be another: a file that cannot be read now may be there then. */
  isFinal: boolean;
}

async function describePage(
  { museums, firstPaints }: KnownPages,
  { path: arrival, museumId, visit }: Navigation,
  { museum, language, set }: { museum: Museum | undefined; language: Language; set: ReleaseSet },
): Promise<Described> {
  const page = { language, museumId, set };
  if (arrival === operatorPath) {
    const remote = set.remotes[operatorRemote];
    return { ...page, preloads: remote ? preloadsOf(remote, language) : [], isFinal: true };
  }
  if (!museumId || !museum) return withFirstPaint({ ...page, preloads: [] }, await firstPaints?.pick({ language }));
  const profile = museums.profileOf(museumId);
  const first = arrival && pickFirstScreen(arrival, visit, { museum, profile, language });
  const remote = first && set.remotes[first.screen];
  const firstPaint = await firstPaints?.pick({ language, museum, profile, first, remote });
  const files = remote ? preloadsOf(remote, language, firstPaint) : [];
  return withFirstPaint({ ...page, preloads: [...files, ...recordPreloads(museumId, first?.exhibitionId)] }, firstPaint);
}

const withFirstPaint = (page: Omit<Described, 'isFinal'>, firstPaint: FirstPaint | undefined): Described => ({
  ...page,
  firstPaint,
  isFinal: firstPaint?.isFinal ?? true,
});

function recordPreloads(museumId: EntityId, exhibitionId: EntityId | undefined): Preload[] {
  const museum = `/api/museums/${museumId}`;
  return [museum, ...(exhibitionId ? [`${museum}/exhibitions/${exhibitionId}`] : [])].map((href) => ({ href, as: 'fetch' }));
}

/** The museum if it comes quickly: a page without preloads is better than a late page. */
function soonMuseum({ museums, clock, pageWaitMs }: PageOptions, museumId: EntityId): Promise<Museum | undefined> {
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
function pickLanguage(acceptLanguage: string): Language {
  const wanted = acceptLanguage.split(',').map((entry) => entry.trim().slice(0, 2).toLowerCase());
  return wanted.map((name) => languages.find((language) => language === name)).find(Boolean) ?? defaultLanguage;
}

/**
 * The screen the host will decide for, as far as a server can tell: where cookies are over, the language that the
 * browser stores is not known here. A wrong guess costs a preload and a first paint that the host removes.
 */
function pickFirstScreen(
  path: ArrivalPath,
  visit: VisitAddress,
  { museum, profile, language }: { museum: Museum; profile: MuseumProfile; language: Language },
): FirstScreen | undefined {
  if (path === arrivalPath && visit.wantsCode) return undefined;
  const questions = questionsFor({ profile, language, wantsPremium: visit.wantsPremium });
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
  const { question, chooseExhibitionId = exhibitionId } = decision;
  return screen && { screen, exhibitionId: chooseExhibitionId, questions, question, wantsPremium: visit.wantsPremium };
}
