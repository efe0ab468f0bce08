import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import type { ScreenName } from '@enfilade/shared-contracts/remote/contract';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import { FailedScreen } from './failed-screen.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import type { Services } from './services.ts';
import { useRemoteScreen } from './use-remote-screen.ts';
import { WaitingView } from './waiting-view.tsx';

/** A remote in its frame: waiting, drawn, or failed with a Retry, while everything around it lives on. */
export function RemoteScreen({ name, props, services }: { name: ScreenName; props: ScreenProps; services: Services }) {
  const { language } = useTranslation(services.i18n, 'host');
  const { state, fell } = useRemoteScreen(name, language, services);
  if (state.kind === 'failed') {
    return <FailedScreen name={name} error={state.error} retry={state.retry} museum={props.museum} services={services} go={props.go} />;
  }
  const waiting = <WaitingScreen museum={props.museum} services={services} />;
  if (state.kind === 'waiting') return waiting;
  const { module, version } = state.screen;
  const Screen = module.default;
  return (
    <ScreenBoundary key={`${version} ${state.attempt}`} clock={services.clock} waiting={waiting} fell={fell}>
      <Screen {...props} />
    </ScreenBoundary>
  );
}

/** The bar stands before the screen does: the language can be chosen at once, and nothing jumps when the screen comes. */
function WaitingScreen({ museum, services: { i18n, session } }: { museum: Museum; services: Services }) {
  return (
    <>
      <TopBar museum={museum} i18n={i18n} session={session} />
      <WaitingView i18n={i18n} />
    </>
  );
}
