import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { operatorPath, operatorRemote } from '@enfilade/shared-contracts/remote/contract';
import type { OperatorProps } from '@enfilade/shared-contracts/remote/operator-props';
import { type ComponentType, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { FailedScreen } from './failed-screen.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import type { Services } from './services.ts';
import { useMuseumTheme } from './use-museum-theme.ts';
import { useRemoteScreen } from './use-remote-screen.ts';
import { WaitingView } from './waiting-view.tsx';

/** The operators' console in its frame: a remote like the others, of the set of a page without a museum. */
export function OperatorPage({ search, services }: { search: string; services: Services }) {
  const { session, i18n, clock } = services;
  const navigate = useNavigate();
  useMuseumTheme(undefined, services);
  const { language } = useTranslation(i18n, 'host');
  const { state, fell } = useRemoteScreen(operatorRemote, language, services);
  const props = useMemo<OperatorProps>(
    () => ({
      session,
      i18n,
      clock,
      // biome-ignore lint/style/noRestrictedGlobals: the registry is no part of the gateway client that visitors' screens get
      fetch: (url, options) => fetch(url, options),
      search,
      go: (to) => void navigate(`${operatorPath}${to}`),
    }),
    [session, i18n, clock, search, navigate],
  );
  if (state.kind === 'failed') return <FailedScreen name={operatorRemote} error={state.error} retry={state.retry} services={services} />;
  const waiting = <WaitingView i18n={i18n} />;
  if (state.kind === 'waiting') return waiting;
  const { module, version } = state.screen;
  // The one remote whose screen takes other props; its name was asked for above.
  const Console = module.default as unknown as ComponentType<OperatorProps>;
  return (
    <ScreenBoundary key={`${version} ${state.attempt}`} clock={clock} waiting={waiting} fell={fell}>
      <Console {...props} />
    </ScreenBoundary>
  );
}
