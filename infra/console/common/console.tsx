import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { parseEntityId } from '@enfilade/shared-contracts/museum/id';
import { operatorsPath } from '@enfilade/shared-contracts/visit/arrival';
import type { ComponentPropsWithoutRef, MouseEvent } from 'react';
import { createContext, useContext } from 'react';
import type { Translate } from '../texts/texts.ts';
import type { OperatorsClient } from './operators-client.ts';

/** The address names the view, so that back, reload and links work. */
export type ConsoleRoute =
  | { page: 'overview' }
  | { page: 'museum' | 'questions' | 'errors'; museumId: string }
  | { page: 'audit' }
  | { page: 'tokens' };

export interface Console {
  client: OperatorsClient;
  clock: Clock;
  t: Translate;
  language: Language;
  formats: Formats;
  /** The title of a remote in the overview, otherwise its name. */
  screenName(name: string): string;
  go(route: ConsoleRoute): void;
}

const Context = createContext<Console | undefined>(undefined);
export const ConsoleProvider = Context.Provider;

export function useConsole(): Console {
  const found = useContext(Context);
  if (!found) throw new Error('useConsole needs a ConsoleProvider around the component.');
  return found;
}

export type Formats = ReturnType<typeof createFormats>;

const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR' };

/** In the time zone of this browser. */
export function createFormats(language: Language, now: () => number) {
  const locale = locales[language];
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const precise = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  const hour = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  const year = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' });
  const dayOnly = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const isThisYear = (at: Date) => at.getFullYear() === new Date(now()).getFullYear();
  return {
    number: (value: number) => number.format(value),
    /** `99.9 %`, with a no-break space in every language. */
    percent: (value: number) => `${number.format(value)}\u00A0%`,
    milliseconds: (value: number) => `${number.format(value)}\u00A0ms`,
    plain: (value: number) => precise.format(value),
    /** `$12.30`, from cents. */
    money: (cents: number) => money.format(cents / 100),
    /** `22 Nov`, of a day in UTC such as `2026-11-22`. */
    day: (text: string) => dayOnly.format(new Date(text)),
    /** `22 Nov, 14:03`; with the year, except in this year. */
    time: (at: string | number) => (isThisYear(new Date(at)) ? day : year).format(new Date(at)),
    /** `14:03`. */
    hour: (at: number) => hour.format(at),
  };
}

/** `*` is the default of all museums. A malformed query is the overview. */
export function parseRoute(search: string): ConsoleRoute {
  const query = new URLSearchParams(search);
  if (query.has('audit')) return { page: 'audit' };
  if (query.has('tokens')) return { page: 'tokens' };
  const named = query.get('museum');
  const museumId = named === '*' ? '*' : parseEntityId(named?.toLowerCase());
  if (!museumId) return { page: 'overview' };
  if (query.has('errors')) return { page: 'errors', museumId };
  // The default has no visitors, and so no questions.
  return { page: query.has('questions') && museumId !== '*' ? 'questions' : 'museum', museumId };
}

/** With its `?`; empty for the overview. */
export function formatRoute(route: ConsoleRoute): string {
  if (route.page === 'museum') return `?museum=${route.museumId}`;
  if (route.page === 'questions' || route.page === 'errors') return `?museum=${route.museumId}&${route.page}`;
  return route.page === 'overview' ? '' : `?${route.page}`;
}

interface RouteLinkProps extends ComponentPropsWithoutRef<'a'> {
  to: ConsoleRoute;
}

/** Has a real address, but does not load the page again. */
export function RouteLink({ to, children, ...native }: RouteLinkProps) {
  const { go } = useConsole();
  const follow = (event: MouseEvent) => {
    // With one of these keys the browser opens a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a {...native} href={`${operatorsPath}${formatRoute(to)}`} onClick={follow}>
      {children}
    </a>
  );
}
