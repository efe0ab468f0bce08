import { type Language, languages } from '../i18n/language.ts';
import { type EntityId, parseEntityId } from '../museum/id.ts';
import { questionIds } from '../museum/question-ids.ts';
import { answersSchema, type TailoringAnswers } from './answers.ts';
import { cookieNames } from './stored-names.ts';

/** What the three cookies say. Exhibition and answers count only beside their museum. */
export interface VisitCookies {
  museumId?: EntityId | undefined;
  exhibitionId?: EntityId | undefined;
  answers: TailoringAnswers;
}

export const cookieLifeSeconds = 4 * 60 * 60;

/** Characters of the answers' cookie as it travels; encoded, so bytes as well. */
export const answersCookieLimit = 3 * 1024;

/** Reads a Cookie header or `document.cookie`. Whatever is not well formed counts as not there. */
export function parseVisitCookies(header: string): VisitCookies {
  const museumId = pickFirst(header, cookieNames.museumId, parseEntityId);
  if (museumId === undefined) return { answers: {} };
  return {
    museumId,
    exhibitionId: pickFirst(header, cookieNames.exhibitionId, parseEntityId),
    answers: pickFirst(header, cookieNames.answers, parseAnswers) ?? {},
  };
}

/**
 * The random number by which this browser gets the same versions of the screens again while a new one is tried on
 * a part of the visitors. It identifies nothing else, and nothing else is stored under it.
 */
export function parseVisitorId(header: string): string | undefined {
  return pickFirst(header, cookieNames.visitorId, (value) => (/^[0-9a-f]{16}$/.test(value) ? value : undefined));
}

/** The language that the visitor chose: local storage has the choice, and this cookie gives it to the gateway. */
export function parseChosenLanguage(header: string): Language | undefined {
  return pickFirst(header, cookieNames.language, (value) => languages.find((language) => language === value));
}

/** Another path or a parent domain may have set a cookie of the same name: the first that makes sense is ours. */
export function pickFirst<Value>(header: string, name: string, parse: (text: string) => Value | undefined): Value | undefined {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals < 0 || pair.slice(0, equals).trim() !== name) continue;
    const value = parse(pair.slice(equals + 1).trim());
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The answers in a cookie's value; a single entry that is no answer is left out. Undefined if it is invalid. */
export function parseAnswers(value: string): TailoringAnswers | undefined {
  if (value.length > answersCookieLimit) return undefined;
  const stored = parseJson(value);
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return undefined;
  const answers: TailoringAnswers = {};
  for (const id of questionIds) {
    const entry = answersSchema.safeParse({ [id]: (stored as Record<string, unknown>)[id] });
    if (entry.success && entry.data[id]) answers[id] = entry.data[id];
  }
  return answers;
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(value));
  } catch {
    return undefined;
  }
}

/** The answers as a cookie's value. The longest are left out until the rest fits the limit. */
export function formatAnswers(answers: TailoringAnswers): string {
  const remaining = { ...answers };
  let text = encodeURIComponent(JSON.stringify(remaining));
  while (text.length > answersCookieLimit) {
    const longest = Object.entries(remaining).sort(([, a], [, b]) => JSON.stringify(b).length - JSON.stringify(a).length)[0];
    delete remaining[longest?.[0] as keyof TailoringAnswers];
    text = encodeURIComponent(JSON.stringify(remaining));
  }
  return text;
}

/** A cookie as it is assigned to `document.cookie`; without a value it is removed. */
export function formatCookie(name: string, value: string | undefined, isSecure: boolean, lifeSeconds = cookieLifeSeconds): string {
  const life = value === undefined ? 0 : lifeSeconds;
  return `${name}=${value ?? ''}; Max-Age=${life}; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
