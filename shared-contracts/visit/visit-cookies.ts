import { type Language, languages } from '../i18n/language.ts';
import { type EntityId, parseEntityId } from '../museum/id.ts';
import { questionIds } from '../museum/question-ids.ts';
import { answersSchema, type TailoringAnswers } from './answers.ts';
import { cookieNames } from './stored-names.ts';

/** Exhibition and answers require a museum. */
export interface VisitCookies {
  museumId?: EntityId | undefined;
  exhibitionId?: EntityId | undefined;
  answers: TailoringAnswers;
}

export const cookieLifeSeconds = 4 * 60 * 60;

/** Maximum encoded characters of the answers' cookie, which are bytes too. */
export const answersCookieLimit = 3 * 1024;

/** Reads a Cookie header or `document.cookie`. Malformed values count as absent. */
export function parseVisitCookies(header: string): VisitCookies {
  const museumId = pickFirst(header, cookieNames.museumId, parseEntityId);
  if (museumId === undefined) return { answers: {} };
  return {
    museumId,
    exhibitionId: pickFirst(header, cookieNames.exhibitionId, parseEntityId),
    answers: pickFirst(header, cookieNames.answers, parseAnswers) ?? {},
  };
}

/** By this number, a browser gets the same versions during a rollout. The number has no other use. */
export function parseVisitorId(header: string): string | undefined {
  return pickFirst(header, cookieNames.visitorId, (value) => (/^[0-9a-f]{16}$/.test(value) ? value : undefined));
}

export function parseChosenLanguage(header: string): Language | undefined {
  return pickFirst(header, cookieNames.language, (value) => languages.find((language) => language === value));
}

/** Skips invalid values, because another path or a parent domain may have set a cookie of the same name. */
export function pickFirst<Value>(header: string, name: string, parse: (text: string) => Value | undefined): Value | undefined {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals < 0 || pair.slice(0, equals).trim() !== name) continue;
    const value = parse(pair.slice(equals + 1).trim());
    if (value !== undefined) return value;
  }
  return undefined;
}

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

/** The longest answers are left out until the rest fits the limit. */
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

export function formatCookie(name: string, value: string | undefined, isSecure: boolean, lifeSeconds = cookieLifeSeconds): string {
  const life = value === undefined ? 0 : lifeSeconds;
  return `${name}=${value ?? ''}; Max-Age=${life}; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
