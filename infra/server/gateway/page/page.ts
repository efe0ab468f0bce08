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
import { parseChosenLanguage, parseVisitCookies } from '@enfilade/shared-contracts/visit/visit-cookies';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { compressGzip, markEncoding, pickEncoding } from '../../http/encoded-text.ts';
import { mostEntries } from '../../http/most-entries.ts';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import { type ReleaseSets, readVisitor, type Visitor } from '../museums/release-sets.ts';
import { compressAround } from './brotli-slot.ts';
import { type FirstPaintOptions, type FirstPaints, loadFirstPaints } from './first-paint.ts';
import type { FirstScreen } from './first-paint-slots.ts';
import {
  createPage,
  createPageHeaders,
  hasFirstPaint,
  joinPage,
  type PageContent,
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
  const send = createPageSender(createPage(template, options.setKeys));
  const headersOf = createPageHeaders(template, options.headers);
  const pages: KnownPages = { ...options, firstPaints: hasFirstPaint(template) ? await loadFirstPaints(options) : undefined };
  return async (request, reply) => {
    // Not `new URL`: it throws at `//:0`, and anybody can ask for that.
    const [, address = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(request.url) ?? [];
    const known = pagePaths.find((candidate) => candidate === address);
    const { cookie = '', 'accept-language': acceptLanguage } = request.headers;
    const parameters = new URLSearchParams(query);
    const visit = parseVisitAddress(parameters, parseVisitCookies(cookie));
    const { id = newVisitorId(), ...choice } = readVisitor(cookie, parameters.get('grant'));
    const languages = { chosen: parseChosenLanguage(cookie), accepted: pickLanguage(acceptLanguage) };
    const content = await describePage(pages, { path: known, visit, visitor: { id, ...choice }, languages });
    return send(request, reply.code(known ? 200 : 404).headers(headersOf(content.firstPaint)), content);
  };
}

/** 64 random bits: what is fixed in a UUID is in its middle. Node makes UUIDs from random bytes that it has at hand. */
function newVisitorId(): string {
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(-8);
}

/** Most pages that differ in more than the visitor: sets, museums, languages and what is preloaded. */
const keptPages = 1_000;

/** Sends a page compressed: with Brotli once for all visitors who get the same but for their number. */
function createPageSender(fill: (content: PageContent) => PageParts) {
  const compressed = new LRUCache<string, ReturnType<typeof compressAround>>(mostEntries(keptPages));
  return async (request: FastifyRequest, reply: FastifyReply, content: PageContent): Promise<FastifyReply> => {
    const encoding = pickEncoding(request.headers['accept-encoding']);
    markEncoding(reply, encoding);
    if (encoding !== 'br') {
      const plain = joinPage(fill(content));
      return reply.send(encoding ? await compressGzip(plain) : plain);
    }
    const key = [
      content.set.signature,
      content.language,
      content.museumId,
      content.firstPaint?.id,
      content.trials?.join('+'),
      ...content.preloads.map(({ href }) => href),
    ].join(' ');
    let filler = compressed.get(key);
    if (!filler) {
      const { before, visitor, after } = fill(content);
      filler = compressAround(before, visitor.length, after);
      compressed.set(key, filler);
    }
    return reply.send((await filler)(visitorSlot(content.visitorId)));
  };
}

interface Navigation {
  path: (typeof pagePaths)[number] | undefined;
  visit: VisitAddress;
  /** The page itself sets no cookie: the host keeps the number that stands in it. */
  visitor: Visitor & { id: string };
  languages: { chosen: Language | undefined; accepted: Language };
}

type KnownPages = PageOptions & { firstPaints: FirstPaints | undefined };

async function describePage(options: KnownPages, { path: arrival, visit, visitor, languages }: Navigation): Promise<PageContent> {
  if (arrival === operatorPath) return describeConsole(options, visitor, languages);
  const { museumId } = visit;
  const { id: visitorId } = visitor;
  const museum = museumId && (await soonMuseum(options, museumId));
  const language = languages.chosen ?? (museum ? parseMuseumLanguage(museum.defaultLanguage) : languages.accepted);
  const set = options.sets.releaseSet(museumId ?? '*', visitor, language);
  if (!museumId || !museum)
    return { language, museumId, visitorId, set, preloads: [], firstPaint: await options.firstPaints?.pick({ language }) };
  const profile = options.museums.profileOf(museumId);
  const first = arrival && pickFirstScreen(arrival, visit, { museum, profile, language });
  const remote = first && set.remotes[first.screen];
  const firstPaint = await options.firstPaints?.pick({ language, museum, profile, first, remote });
  const files = remote ? preloadsOf(remote, language, firstPaint) : [];
  const preloads = [...files, ...recordPreloads(museumId, first?.exhibitionId)];
  return { language, museumId, visitorId, set, trials: options.sets.findTrials(set, museumId), preloads, firstPaint };
}

/** The operators' console belongs to no museum, whichever the browser visited before and whichever its address names. */
function describeConsole({ sets }: PageOptions, visitor: Navigation['visitor'], languages: Navigation['languages']): PageContent {
  const language = languages.chosen ?? languages.accepted;
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
