import type { MountedScreen, MountModule, ScreenModule } from '@enfilade/shared-contracts/remote/screen-module';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { RemoteError } from '../releases/remote-error.ts';
import { suspenseLimitMs } from './remote-screen.tsx';
import { WaitingPage } from './waiting-view.tsx';

/**
 * The screen of contract 2 as one of contract 1: a component that gives it an element and its props, waits for it as
 * for one that suspends, and throws what the screen reports, so that frame, failure view and reports are the same.
 */
export function toScreenModule({ mount, loadTexts }: MountModule): ScreenModule {
  return { loadTexts, default: (props) => <Mounting mount={mount} props={props} /> };
}

const isEmpty = (element: Element | null) => !element?.hasChildNodes();

function Mounting({ mount, props }: { mount: MountModule['mount']; props: ScreenProps }) {
  const place = useRef<HTMLDivElement>(null);
  const mounted = useRef<MountedScreen>(undefined);
  const [failure, setFailure] = useState<{ error: unknown }>();
  const [isWaiting, setWaiting] = useState(false);
  const { museum, i18n, session, clock } = props;
  useLayoutEffect(() => {
    const given = { ...props, onError: (error: unknown) => setFailure({ error }) };
    if (mounted.current) mounted.current.update(given);
    else if (place.current) mounted.current = mount(place.current, given);
    setWaiting(isEmpty(place.current));
  }, [mount, props]);
  useLayoutEffect(() => {
    const observer = new MutationObserver(() => setWaiting(isEmpty(place.current)));
    if (place.current) observer.observe(place.current, { childList: true });
    return () => {
      observer.disconnect();
      mounted.current?.unmount();
    };
  }, []);
  useEffect(() => {
    if (!isWaiting) return;
    const error = new RemoteError('suspended', `Nothing was mounted within ${suspenseLimitMs} ms`);
    return clock.after(suspenseLimitMs, () => setFailure({ error }));
  }, [isWaiting, clock]);
  if (failure) throw failure.error;
  return (
    <>
      {isWaiting && <WaitingPage museum={museum} i18n={i18n} session={session} />}
      {/* No box of its own: the screen's outermost element lies in the page as that of any other. */}
      <div ref={place} style={{ display: 'contents' }} />
    </>
  );
}
