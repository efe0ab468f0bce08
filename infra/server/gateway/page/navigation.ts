import { defaultLanguage, type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { operatorsPath } from '@enfilade/shared-contracts/visit/arrival';
import { cookieNames } from '@enfilade/shared-contracts/visit/stored-names';
import { parseVisitAddress, type VisitAddress } from '@enfilade/shared-contracts/visit/visit-address';
import { parseChosenLanguage, parseVisitCookies } from '@enfilade/shared-contracts/visit/visit-cookies';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { readVisitor, type Visitor } from '../museums/release-sets.ts';

/** What a request says of its page, but for the visitor's number. */
export interface Navigation {
  path: string;
  /** The operators' console belongs to no museum, whichever the browser visited before and whichever its address names. */
  museumId: EntityId | undefined;
  visit: VisitAddress;
  choice: Omit<Visitor, 'id'>;
  languages: { chosen: Language | undefined; accepted: Language };
}

const mostNavigations = 1_000;
/** Characters; a longer one is read each time. */
const longestKept = 1_000;

const told = new Set<string>(Object.values(cookieNames).filter((name) => name !== cookieNames.visitorId));
const isTold = (cookie: string) => told.has(cookie.slice(0, cookie.indexOf('=')).trim());

/** Reads requests; those that say the same, as of all visitors who scan one code, once: they get the same object. */
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
  // Not `new URL`: it throws at `//:0`, and anybody can ask for that.
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

/** The first language of ours that the browser names. */
function pickLanguage(asked: string): Language {
  const wanted = asked.split(',').map((entry) => entry.trim().slice(0, 2).toLowerCase());
  return wanted.map((name) => languages.find((language) => language === name)).find(Boolean) ?? defaultLanguage;
}
