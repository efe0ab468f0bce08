import { parseEntityId } from '@enfilade/shared-contracts/museum/id';
import { operatorsPath } from '@enfilade/shared-contracts/visit/arrival';
import type { ComponentPropsWithoutRef, MouseEvent } from 'react';
import { useConsole } from './console.tsx';

/** What the console shows; it stands in the address, so that back, reload and a link work. */
export type ConsoleRoute =
  | { page: 'overview' }
  | { page: 'museum' | 'questions' | 'errors'; museumId: string }
  | { page: 'audit' }
  | { page: 'tokens' };

/** `*` is what every museum without a pin of its own gets. Whatever is not well formed is the overview. */
export function parseRoute(search: string): ConsoleRoute {
  const query = new URLSearchParams(search);
  if (query.has('audit')) return { page: 'audit' };
  if (query.has('tokens')) return { page: 'tokens' };
  const named = query.get('museum');
  const museumId = named === '*' ? '*' : parseEntityId(named?.toLowerCase());
  if (!museumId) return { page: 'overview' };
  if (query.has('errors')) return { page: 'errors', museumId };
  // The default is no museum anybody visits.
  return { page: query.has('questions') && museumId !== '*' ? 'questions' : 'museum', museumId };
}

/** The query of a route, with its `?`; empty for the overview. */
export function formatRoute(route: ConsoleRoute): string {
  if (route.page === 'museum') return `?museum=${route.museumId}`;
  if (route.page === 'questions' || route.page === 'errors') return `?museum=${route.museumId}&${route.page}`;
  return route.page === 'overview' ? '' : `?${route.page}`;
}

interface RouteLinkProps extends ComponentPropsWithoutRef<'a'> {
  to: ConsoleRoute;
}

/** A link within the console: a real address, opened without loading the page again. */
export function RouteLink({ to, children, ...native }: RouteLinkProps) {
  const { go } = useConsole();
  const follow = (event: MouseEvent) => {
    // With one of these keys a browser opens a tab or a window of its own.
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
