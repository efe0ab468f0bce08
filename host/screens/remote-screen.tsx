import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import type { DeclaredTexts } from '@enfilade/shared-contracts/releases/declaration';
import type { OperatorProps } from '@enfilade/shared-contracts/remote/operator-props';
import type { Destination, ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { Card } from '@enfilade/shared-contracts/ui/card';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { Eyebrow } from '@enfilade/shared-contracts/ui/eyebrow';
import type { DeclaredScreen } from '@enfilade/shared-contracts/visit/arrival';
import { Component, type ComponentType, Suspense, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useMuseumTheme } from '../museums/use-museum-theme.ts';
import { pickText } from '../releases/declared-screens.ts';
import { RemoteError, screenLimitMs } from '../releases/remote-error.ts';
import styles from './failed-screen.module.css';
import { useHost, useTexts } from './host-services.ts';
import { ActionBar, PageTop } from './page-parts.tsx';
import { createShownScreen } from './shown-screen.ts';
import { WaitingPage, WaitingView } from './waiting-view.tsx';

interface Props {
  name: string;
  title?: DeclaredTexts | undefined;
  /** The screen of the exhibitions leads back to other museums only. */
  isStart?: boolean;
  error: RemoteError;
  /** Undefined for a screen that belongs to no museum. */
  museum: Museum | undefined;
  retry(): void;
  /** Undefined for a screen outside of visits. */
  go: ((to: Destination) => void) | undefined;
}

export function FailedScreen({ name, title, isStart = false, error, museum, retry, go }: Props) {
  const { kiosk } = useHost();
  const { t, language } = useTexts();
  const navigate = useNavigate();
  const [retried, setRetried] = useState<RemoteError>();
  // A new error after a Retry is a new object: the button works again.
  const isRetrying = retried === error;
  const onRetry = () => {
    setRetried(error);
    retry();
  };
  return (
    <>
      <PageTop museum={museum} />
      <div className={styles['wall']} aria-hidden="true">
        <div className={styles['emptyFrame']} />
      </div>
      <Card as="main" corners className={styles['card']}>
        <div role="alert" className={styles['text']}>
          {title && <Eyebrow>{pickText(title, language)}</Eyebrow>}
          <h1>{t('failed.title')}</h1>
          <p>{t('failed.text')}</p>
        </div>
        <details className={styles['code']}>
          <summary>{t('failed.staff')}</summary>
          <p lang="en">{`${name}, ${error.code}`}</p>
        </details>
      </Card>
      <ActionBar>
        <Button kind="main" wide icon="retry" iconSide="start" onClick={onRetry} aria-disabled={isRetrying}>
          {t(isRetrying ? 'shared:loading' : 'shared:retry')}
        </Button>
        {go && !(kiosk && isStart) && (
          // A kiosk does not offer other museums.
          <Button wide onClick={() => (isStart ? navigate('/?code') : go({ screen: 'landing' }))}>
            {t(isStart ? 'missing.code' : 'failed.back')}
          </Button>
        )}
      </ActionBar>
    </>
  );
}

interface RemoteScreenProps {
  screen: Pick<DeclaredScreen, 'name'> & Partial<Pick<DeclaredScreen, 'title' | 'provides'>>;
  props: OperatorProps | ScreenProps;
}

/** The page around the frame continues to work after a failure. */
export function RemoteScreen({ screen: { name, title, provides }, props }: RemoteScreenProps) {
  const services = useHost();
  const { clock, busy } = services;
  const { museum, go } = 'museum' in props ? props : {};
  const [shown] = useState(() => createShownScreen(name, services));
  // Runs before the browser paints, so a loaded screen shows no waiting view.
  useLayoutEffect(() => shown.open(), [shown]);
  const state = useStore(shown, (current) => current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state removes what was rendered
  useLayoutEffect(() => busy.clear, [busy, state]);
  // Runs after the screen's own effects.
  useEffect(() => {
    if (state.kind === 'ready') shown.onDrawn();
  }, [shown, state]);
  useEffect(() => (state.kind === 'ready' ? watchBlank(clock, shown.onCrash) : undefined), [clock, shown, state]);
  if (state.kind === 'failed') {
    const isStart = provides === 'exhibition';
    return <FailedScreen {...{ name, title, isStart, museum, go }} error={state.error} retry={shown.retry} />;
  }
  const waiting = museum ? <WaitingPage museum={museum} /> : <WaitingView />;
  if (state.kind === 'waiting') return waiting;
  const { module, version } = state.screen;
  // The console's props differ from those of every other screen.
  const Screen = module.default as ComponentType<typeof props>;
  return (
    <ScreenBoundary key={`${version} ${state.attempt}`} clock={clock} waiting={waiting} onCrash={shown.onCrash}>
      <Screen {...props} />
    </ScreenBoundary>
  );
}

/** The console is a remote of the release set of a page without a museum. */
export function OperatorPage({ name, path, search }: { name: string; path: string; search: string }) {
  const services = useHost();
  const { session, i18n, clock } = services;
  const navigate = useNavigate();
  useMuseumTheme(undefined, services);
  const props = useMemo<OperatorProps>(
    () => ({
      session,
      i18n,
      clock,
      // biome-ignore lint/style/noRestrictedGlobals: the registry is not part of the gateway client that visitors' screens get
      fetch: (url, options) => fetch(url, options),
      search,
      go: (to) => void navigate(`${path}${to}`),
    }),
    [session, i18n, clock, path, search, navigate],
  );
  return <RemoteScreen screen={{ name }} props={props} />;
}

interface BoundaryProps {
  clock: Clock;
  waiting: Elements;
  children: Elements;
  /** Called after a throw while rendering or in an effect, or after a suspension that is too long. */
  onCrash(error: RemoteError): void;
}

export class ScreenBoundary extends Component<BoundaryProps, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override componentDidCatch(cause: unknown) {
    const text = cause instanceof Error ? cause.message : String(cause);
    this.props.onCrash(cause instanceof RemoteError ? cause : new RemoteError('broken', text, cause, 'render'));
  }

  override render() {
    if (this.state.hasCrashed) return null;
    const { waiting, children, ...limit } = this.props;
    return <Suspense fallback={<SuspenseLimit {...limit}>{waiting}</SuspenseLimit>}>{children}</Suspense>;
  }
}

/** Time until each of two checks. The second check ignores a change of views. */
export const lookMs = 3_000;

function isScreenBlank(): boolean {
  const section = document.querySelector<HTMLElement>('[data-remote]');
  // React hides a screen that suspends.
  if (section?.style.display === 'none') return false;
  return !(section?.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) ?? section);
}

/** A screen that renders nothing, or whose style hides it, does not throw. @returns a function that ends the checks */
export function watchBlank(clock: Clock, onCrash: BoundaryProps['onCrash'], isBlank = isScreenBlank): () => void {
  const onBlank = () => isBlank() && onCrash(new RemoteError('broken', 'Nothing of the screen is visible'));
  let cancel = clock.after(lookMs, () => {
    // A timer that starts here cannot run both checks at once on a slow device.
    if (isBlank()) cancel = clock.after(lookMs, onBlank);
  });
  return () => cancel();
}

export function SuspenseLimit({ clock, onCrash, children }: Pick<BoundaryProps, 'clock' | 'onCrash' | 'children'>) {
  // A layout effect's timer ends with the commit that renders the screen.
  useLayoutEffect(
    () => clock.after(screenLimitMs, () => onCrash(new RemoteError('broken', `The screen drew nothing within ${screenLimitMs} ms`))),
    [clock, onCrash],
  );
  return children;
}
