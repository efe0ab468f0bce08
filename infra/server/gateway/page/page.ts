import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultLanguage, type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { parseMuseumLanguage } from '@enfilade/shared-contracts/i18n/localize';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { Assistant } from '@enfilade/shared-contracts/museum/exhibition-record';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { arrivalPath, decideArrival, factsOfVisit, operatorsPath, visitorsScreens } from '@enfilade/shared-contracts/visit/arrival';
import { cookieNames } from '@enfilade/shared-contracts/visit/stored-names';
import { parseVisitAddress, type VisitAddress } from '@enfilade/shared-contracts/visit/visit-address';
import { formatCookie, parseChosenLanguage, parseVisitCookies, parseVisitorId } from '@enfilade/shared-contracts/visit/visit-cookies';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { compressBrotli, compressGzip, markEncoding, pickEncoding } from '../../http/encoded-text.ts';
import { isPlainRequest } from '../../http/signed-cookie.ts';
import { firstMessageOf } from '../guide/visit-values.ts';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import { type ReleaseSets, readVisitor, type SetSigner, type Visitor } from '../museums/release-sets.ts';
import { type FirstPaint, type FirstPaintContent, type FirstPaintOptions, type FirstScreen, loadFirstPaints } from './first-paint.ts';
import { createPage, createPageHeaders, type PageHeaders, type PageHeadersOptions, type Preload, preloadsOf } from './page-html.ts';

export interface PageOptions extends FirstPaintOptions {
  sets: ReleaseSets;
  signer: Pick<SetSigner, 'publicKeys'>;
  museums: MuseumDirectory;
  clock: Clock;
  pageWaitMs: number;
  headers: PageHeadersOptions;
}

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** @throws PageTemplateError */
export async function loadPage(options: PageOptions): Promise<SendPage> {
  const template = await readFile(path.join(options.hostDir, 'index.html'), 'utf8');
  const fill = createPage(template, () => options.signer.publicKeys, options.headers);
  const headersOf = createPageHeaders(template, options.headers);
  const navigationOf = createNavigations();
  const findFirstPaint = await loadFirstPaints(options);
  const pages = new LRUCache<string, Promise<MadePage>>({ max: keptPages });
  /** A page is valid while its state is made of the same objects. */
  const kept = new WeakMap<Navigation, { state: PageState; page: MadePage }>();

  async function make(shown: Shown): Promise<MadePage> {
    const { firstPaint, isFinal } = shown.hasPaint ? await findFirstPaint(shown) : { firstPaint: undefined, isFinal: true };
    const preloads = preloadsFor(shown, firstPaint);
    return { headers: headersOf(firstPaint), body: fill({ ...shown, preloads, firstPaint }), isFinal };
  }

  async function makeCompressed(shown: Shown): Promise<MadePage> {
    const page = await make(shown);
    return { ...page, body: await compressBrotli(page.body, quality) };
  }

  async function findCompressed(navigation: Navigation, state: PageState): Promise<MadePage> {
    const known = kept.get(navigation);
    if (known && isSame(known.state, state)) return known.page;
    const shown = findShown(options, navigation, state);
    const { set, language, museumId, museum, first, trials, hasPaint } = shown;
    const ofScreen = first && [first.name, first.exhibitionId, first.question, first.wantsPremium, first.welcome];
    const key = hashOf([set.signature, language, museumId, museum, trials, hasPaint, ofScreen]);
    const making = pages.get(key) ?? makeCompressed(shown);
    pages.set(key, making);
    const page = await making;
    if (!page.isFinal) pages.delete(key);
    // A chat's welcome comes from the exhibition's record, which may be cached before the next page.
    else if (first?.conversation !== 'text') kept.set(navigation, { state, page });
    return page;
  }

  return async (request, reply) => {
    const navigation = navigationOf(request);
    const visitorId = parseVisitorId(request.headers.cookie ?? '') ?? newVisitorId();
    const state = findState(options, navigation, { visitorId, museum: await findMuseum(options, navigation.museumId) });
    const encoding = pickEncoding(request.headers['accept-encoding']);
    // The number is only in the cookie, so visitors who get the same versions get the same page.
    const isSecure = !isPlainRequest(request, options.headers.publicOrigin);
    reply.header('set-cookie', formatCookie(cookieNames.visitorId, visitorId, isSecure));
    reply.code(isScreen(navigation.path, state.set) ? 200 : 404);
    if (encoding === 'br') {
      const { headers, body } = await findCompressed(navigation, state);
      return markEncoding(reply.headers(headers), 'br').send(body);
    }
    const { headers, body } = await make(findShown(options, navigation, state));
    markEncoding(reply.headers(headers), encoding);
    return reply.send(encoding ? await compressGzip(body) : body);
  };
}

/** True for every path while no pinned remote declares a route. */
function isScreen(path: string, { remotes }: ReleaseSet): boolean {
  const declared = Object.values(remotes).flatMap(({ declaration }) => declaration?.routes ?? []);
  return path === arrivalPath || declared.length === 0 || declared.includes(path);
}

/** A UUID's fixed bits are in its middle. Node creates UUIDs from a buffer of random bytes, which is fast. */
function newVisitorId(): string {
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(-8);
}

interface PageState {
  museumId: EntityId | undefined;
  museum: Museum | undefined;
  language: Language;
  set: ReleaseSet;
  trials: readonly string[];
}
interface MadePage {
  headers: PageHeaders;
  body: Buffer;
  /** False if a first paint cannot be read now: the next page may have it. */
  isFinal: boolean;
}
const isSame = (one: PageState, other: PageState) =>
  one.museum === other.museum && one.set === other.set && one.trials.join() === other.trials.join();

function findState(
  { sets }: PageOptions,
  { museumId, choice, languages }: Navigation,
  { museum, visitorId }: { museum: Museum | undefined; visitorId: string },
): PageState {
  const language = languages.chosen ?? (museum ? parseMuseumLanguage(museum.defaultLanguage) : languages.accepted);
  const set = sets.releaseSet(museumId ?? '*', { ...choice, id: visitorId }, language);
  return { museumId, museum, language, set, trials: museumId && museum ? sets.findTrials(set, museumId) : [] };
}

/** Pages differ by set, museum, language and preloads. */
const keptPages = 1_000;
const quality = 9;

const hashOf = (facts: unknown) => createHash('sha256').update(JSON.stringify(facts)).digest('base64');

interface Shown extends FirstPaintContent, PageState {
  museum: Museum | undefined;
  /** False for the operators' console, which has no first paint. */
  hasPaint: boolean;
}

function findShown({ museums }: PageOptions, { path, visit }: Navigation, state: PageState): Shown {
  const { museumId, museum, set } = state;
  if (path === operatorsPath) {
    const remote = Object.values(set.remotes).find(({ declaration }) => declaration?.routes.includes(path));
    return { ...state, remote, hasPaint: false };
  }
  if (!museumId || !museum) return { ...state, hasPaint: true };
  const profile = museums.profileOf(museumId);
  const first = isScreen(path, set) ? pickFirstScreen(path, visit, { ...state, museum, profile, museums }) : undefined;
  return { ...state, profile, first, remote: first && set.remotes[first.name], hasPaint: true };
}

function preloadsFor({ remote, language, museum, first }: Shown, firstPaint: FirstPaint | undefined): Preload[] {
  const files = remote ? preloadsOf(remote, language, firstPaint) : [];
  return museum ? [...files, ...recordPreloads(museum._id, first?.exhibitionId)] : files;
}

function recordPreloads(museumId: EntityId, exhibitionId: EntityId | undefined): Preload[] {
  const museum = `/api/museums/${museumId}`;
  return [museum, ...(exhibitionId ? [`${museum}/exhibitions/${exhibitionId}`] : [])].map((href) => ({ href, as: 'fetch' }));
}

/** Waits for the museum up to `pageWaitMs`: a page without preloads is better than a late page. */
function findMuseum(
  { museums, clock, pageWaitMs }: PageOptions,
  museumId: EntityId | undefined,
): Museum | Promise<Museum | undefined> | undefined {
  const known = museumId && museums.peekMuseum(museumId);
  if (!museumId || known) return known || undefined;
  return new Promise((resolve) => {
    const cancel = clock.after(pageWaitMs, () => resolve(undefined));
    const finish = (museum?: Museum) => {
      cancel();
      resolve(museum);
    };
    museums.loadMuseum(museumId).then(finish, () => finish());
  });
}

interface Visited extends Pick<PageState, 'language' | 'set'> {
  museum: Museum;
  profile: MuseumProfile;
  museums: MuseumDirectory;
}

/** The language that the browser stores is unknown once its cookie has expired. A wrong guess costs a preload and a first paint. */
function pickFirstScreen(path: string, visit: VisitAddress, { museum, profile, language, museums, set }: Visited): FirstScreen | undefined {
  if (path === arrivalPath && visit.wantsCode) return undefined;
  const exhibitionId = museum.exhibitions.some(({ _id }) => _id === visit.exhibitionId) ? visit.exhibitionId : undefined;
  const { wantsPremium } = visit;
  const visited = { museum, profile, language, answers: visit.answers, wantsPremium, hasExhibition: exhibitionId !== undefined };
  const { facts, questions, answers } = factsOfVisit(visited);
  const screens = visitorsScreens(set);
  const decision = decideArrival({ ...facts, path, askedQuestion: visit.question }, screens);
  const { screen: name, question, chooseExhibitionId: shownId = exhibitionId } = decision;
  const screen = screens.find((each) => each.name === name);
  const assistant = screen?.conversation === 'text' && shownId ? museums.peekExhibition(museum._id, shownId)?.assistant : undefined;
  const welcome = assistant && commonWelcome(assistant, { language, answers });
  const { conversation, provides } = screen ?? {};
  return name === undefined
    ? undefined
    : { name, conversation, provides, exhibitionId: shownId, questions, question, wantsPremium, welcome };
}

/** Undefined if the welcome depends on answers: a first paint for each combination of answers would be too many to cache. */
function commonWelcome(assistant: Assistant, visit: Parameters<typeof firstMessageOf>[0]): string | undefined {
  const common = firstMessageOf({ ...visit, answers: {} }, assistant);
  return firstMessageOf(visit, assistant) === common ? common : undefined;
}

interface Navigation {
  path: string;
  /** Undefined for the operators' console, whatever museum cookies and address name. */
  museumId: EntityId | undefined;
  visit: VisitAddress;
  choice: Omit<Visitor, 'id'>;
  languages: { chosen: Language | undefined; accepted: Language };
}

const mostNavigations = 1_000;
const longestKept = 1_000;

const told = new Set<string>(Object.values(cookieNames).filter((name) => name !== cookieNames.visitorId));
const isTold = (cookie: string) => told.has(cookie.slice(0, cookie.indexOf('=')).trim());

/** Equal requests, such as of all visitors who scan one code, get the same cached object. */
export function createNavigations(): (request: Pick<FastifyRequest, 'url' | 'headers'>) => Navigation {
  const known = new LRUCache<string, Navigation>({ max: mostNavigations });
  return ({ url, headers: { cookie = '', 'accept-language': languagesAsked = '' } }) => {
    const cookies = cookie === '' ? '' : cookie.split(';').filter(isTold).join(';');
    const key = `${url}\n${cookies}\n${languagesAsked}`;
    const navigation = known.get(key) ?? readNavigation(url, cookies, languagesAsked);
    if (key.length <= longestKept) known.set(key, navigation);
    return navigation;
  };
}

function readNavigation(url: string, cookies: string, languagesAsked: string): Navigation {
  // `new URL` would throw at `//:0`, which any client can request.
  const [, address = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(url) ?? [];
  const parameters = new URLSearchParams(query);
  const visit = parseVisitAddress(parameters, parseVisitCookies(cookies));
  return {
    path: address,
    museumId: address === operatorsPath ? undefined : visit.museumId,
    visit,
    choice: readVisitor(cookies, parameters.get('grant')),
    languages: { chosen: parseChosenLanguage(cookies), accepted: pickLanguage(languagesAsked) },
  };
}

function pickLanguage(asked: string): Language {
  const wanted = asked.split(',').map((entry) => entry.trim().slice(0, 2).toLowerCase());
  return wanted.map((name) => languages.find((language) => language === name)).find(Boolean) ?? defaultLanguage;
}
