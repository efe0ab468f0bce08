import type { MountedScreen, MountModule, ScreenModule } from '@enfilade/shared-contracts/remote/screen-module';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { useLayoutEffect, useRef, useState } from 'react';
import type { SuspenseLimit } from './remote-screen.tsx';
import type { WaitingPage } from './waiting-view.tsx';

/** Parts of the host's first script, injected because modules that two chunks share would enlarge the first. */
interface Waiting {
  SuspenseLimit: typeof SuspenseLimit;
  WaitingPage: typeof WaitingPage;
}

/**
 * Makes a screen of contract 2 one of contract 1: a component that gives it an element and its props, waits for it as
 * for one that suspends, and throws what the screen reports, so that frame, failure view and reports are the same.
 */
export function createMounting(waiting: Waiting) {
  return {
    /** Undefined for what is no such screen. */
    toScreenModule(exposed: unknown): ScreenModule | undefined {
      const { mount, loadTexts } = (exposed ?? {}) as MountModule;
      if (typeof mount !== 'function') return undefined;
      return { loadTexts, default: (props) => <Mounting {...waiting} mount={mount} props={props} /> };
    },
  };
}

interface MountingProps extends Waiting {
  mount: MountModule['mount'];
  props: ScreenProps;
}

const isEmpty = (element: Element | null) => !element?.hasChildNodes();

function Mounting({ mount, props, SuspenseLimit: Limit, WaitingPage: Page }: MountingProps) {
  const place = useRef<HTMLDivElement>(null);
  const mounted = useRef<MountedScreen>(undefined);
  const [failure, setFailure] = useState<{ error: unknown }>();
  const [isWaiting, setWaiting] = useState(false);
  const [onError] = useState(() => (error: unknown) => setFailure({ error }));
  useLayoutEffect(() => {
    const given = { ...props, onError };
    if (mounted.current) mounted.current.update(given);
    else if (place.current) mounted.current = mount(place.current, given);
    setWaiting(isEmpty(place.current));
  }, [mount, props, onError]);
  useLayoutEffect(() => {
    const observer = new MutationObserver(() => setWaiting(isEmpty(place.current)));
    if (place.current) observer.observe(place.current, { childList: true });
    return () => {
      observer.disconnect();
      mounted.current?.unmount();
    };
  }, []);
  if (failure) throw failure.error;
  return (
    <>
      {isWaiting && (
        <Limit clock={props.clock} onCrash={onError}>
          <Page museum={props.museum} i18n={props.i18n} session={props.session} />
        </Limit>
      )}
      {/* No box of its own: the screen's outermost element is in the page as that of any other. */}
      <div ref={place} style={{ display: 'contents' }} />
    </>
  );
}
