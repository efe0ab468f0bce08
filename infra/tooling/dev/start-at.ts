import { codeResponseSchema, museumResponseSchema } from '@enfilade/shared-contracts/api/schemas';
import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { parseMuseumLanguage } from '@enfilade/shared-contracts/i18n/localize';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { parseEntityId } from '@enfilade/shared-contracts/museum/id';
import type { Play } from '@enfilade/shared-contracts/remote/play';
import { cookieNames } from '@enfilade/shared-contracts/visit/stored-names';
import { defaultVisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import { formatAnswers, formatCookie } from '@enfilade/shared-contracts/visit/visit-cookies';
import { answersOf, type VisitState, visitStates } from '@enfilade/shared-contracts/visit/visit-states';
import { request } from 'undici';
import { toLocalCookie } from './site-proxy.ts';
import { DevError } from './terminal.ts';

export const startPath = '/__dev/at';

export const stateNames = Object.keys(visitStates);

/** A path gets a state in which every need of a screen is met. */
export function findState(name: string): VisitState | undefined {
  const states: Record<string, VisitState> = visitStates;
  if (Object.hasOwn(states, name)) return states[name];
  return /^\/[a-z][a-z0-9-]*$/.test(name) ? { ...visitStates.visit, path: name as VisitState['path'] } : undefined;
}

export interface Start {
  state?: string | undefined;
  /** An id or a wall code. */
  museum: string;
  /** Default: the museum's own. */
  language?: Language | undefined;
}

/** If the state is missing, the address lists all states. */
export function formatStart({ state, museum, language }: Start): string {
  return `${startPath}?${new URLSearchParams({ ...(state && { state }), museum, ...(language && { language }) })}`;
}

interface StartPage {
  status: number;
  html: string;
  cookies: string[];
}

/** Deletes the browser's visit. @param site the site's origin @throws DevError if the site does not answer */
export async function answerStart(address: string, site: string): Promise<StartPage> {
  const { searchParams } = new URL(address, site);
  const museum = searchParams.get('museum') ?? '';
  const language = languages.find((known) => known === searchParams.get('language'));
  const name = searchParams.get('state');
  if (name === null) return page(200, listStates({ museum, language }));
  const state = findState(name);
  if (!state) return page(404, `<p>This state of a visit does not exist. Choose another state.</p>${listStates({ museum, language })}`);
  const found = await loadMuseum(site, museum);
  if (!found) return page(404, '<p>The site does not have this museum. Write the id or wall code of a museum: <code>?museum=</code></p>');
  return arrive(state, found, language);
}

export type FoundMuseum = NonNullable<Awaited<ReturnType<typeof loadMuseum>>>;

export type BrowserState = ReturnType<typeof browserStateOf>;

/** If the language is missing, the museum's default applies. */
export function browserStateOf(
  { hasExhibition, answers: given, visitConfig }: Omit<NonNullable<Play['visitor']>, 'language'>,
  { museum, profile }: FoundMuseum,
  language: Language | undefined,
) {
  const answers = answersOf({ answers: given }, { profile, language: language ?? parseMuseumLanguage(museum.defaultLanguage) });
  return {
    cookies: {
      [cookieNames.museumId]: museum._id,
      [cookieNames.exhibitionId]: hasExhibition ? museum.exhibitions[0]?._id : undefined,
      [cookieNames.answers]: Object.keys(answers).length > 0 ? formatAnswers(answers) : undefined,
      [cookieNames.language]: language,
    },
    stored: {
      ...(language && { language, userChangedLanguage: 'true' }),
      ...(visitConfig && { visitConfig: JSON.stringify({ ...defaultVisitConfig, ...visitConfig }) }),
    },
  };
}

function arrive(state: VisitState, found: FoundMuseum, language: Language | undefined): StartPage {
  const { cookies, stored } = browserStateOf(state, found, language);
  const target = state.question ? `${state.path}?question=${state.question}` : state.path;
  return {
    ...page(200, `<script>(${leave})(${JSON.stringify({ stored, target })})</script>`),
    cookies: [
      ...Object.entries(cookies).map(([name, value]) => formatCookie(name, value, false)),
      // Both names of the gateway's cookie: otherwise the chat of the earlier visit would continue.
      ...['enfilade-visit', '__Host-visit'].map((name) => toLocalCookie(formatCookie(name, undefined, false))),
    ],
  };
}

/** Runs in the page. The settings of display and sound stay. */
const leave = `({ stored, target }) => {
  const { settings } = localStorage;
  sessionStorage.clear();
  localStorage.clear();
  Object.assign(localStorage, settings && { settings }, stored);
  location.replace(target);
}`;

function listStates(start: Start): string {
  const links = stateNames.map((state) => `<li><a href="${formatStart({ ...start, state }).replaceAll('&', '&amp;')}">${state}</a></li>`);
  return `<h1>Start at</h1><ul>${links.join('')}</ul>`;
}

function page(status: number, body: string): StartPage {
  return { status, html: `<!doctype html><meta charset="utf-8"><title>Start at</title>${body}`, cookies: [] };
}

/** @throws DevError if the site does not answer */
export async function loadMuseum(site: string, museum: string) {
  const museumId = parseEntityId(museum.toLowerCase()) ?? (await findByCode(site, museum));
  if (!museumId) return undefined;
  return museumResponseSchema.safeParse(await loadJson(`${site}/api/museums/${museumId}`)).data;
}

async function findByCode(site: string, code: string) {
  return codeResponseSchema.safeParse(await loadJson(`${site}/api/museums?${new URLSearchParams({ code })}`)).data?.museumId;
}

async function loadJson(url: string): Promise<unknown> {
  try {
    return parseJson(await (await request(url)).body.text());
  } catch (cause) {
    throw new DevError(`${new URL(url).origin} does not answer. Check the address and start the site.`, { cause });
  }
}
