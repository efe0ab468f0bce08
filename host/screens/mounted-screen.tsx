import type { MountedScreen, MountModule, ScreenModule } from '@enfilade/shared-contracts/remote/screen-module';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { useLayoutEffect, useRef, useState } from 'react';
import type { SuspenseLimit } from './remote-screen.tsx';
import type { WaitingPage } from './waiting-view.tsx';

/** Injected, because modules that two chunks share would enlarge the host's first script. */
interface Waiting {
  SuspenseLimit: typeof SuspenseLimit;
  WaitingPage: typeof WaitingPage;
}

/** An empty element counts as suspended. The component throws the screen's errors, so failure view and reports are those of contract 1. */
export function createMounting(waiting: Waiting) {
  return {
    /** Undefined if the module has no `mount`. */
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
          <Page museum={props.museum} />
        </Limit>
      )}
      {/* `contents` lays out the screen's outermost element as in contract 1. */}
      <div ref={place} style={{ display: 'contents' }} />
    </>
  );
}
