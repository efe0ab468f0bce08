import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { ScreenName } from '@enfilade/shared-contracts/remote/contract';
import { useCallback, useEffect, useState } from 'react';
import type { LoadedScreen } from '../composition/load-remote.ts';
import { RemoteError } from '../composition/remote-error.ts';
import type { Services } from '../services.ts';

export type RemoteScreenState =
  | { kind: 'waiting' }
  | { kind: 'ready'; screen: LoadedScreen; attempt: number }
  | { kind: 'failed'; error: RemoteError; retry(): void };

const asRemoteError = (cause: unknown) =>
  cause instanceof RemoteError ? cause : new RemoteError('broken', cause instanceof Error ? cause.message : String(cause), cause);

/** One screen's way from its name to something that can be drawn, and back when it breaks. */
export function useRemoteScreen(name: ScreenName, language: Language, { loader, bus, report, clock }: Services) {
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<RemoteError>();
  const [loaded, setLoaded] = useState<LoadedScreen>();
  // A language that is being switched keeps the words that are there; the host switches when the new ones have come.
  const present = loaded?.name === name ? loaded : loader.peek(name, language);

  const fail = useCallback(
    (error: RemoteError, version: string) => {
      setFailure(error);
      bus.tell('screen-failed', { remote: name, version, code: error.code });
      report({ remote: name, version, kind: error.code === 'render-error' ? 'render-error' : 'failed', code: error.code });
    },
    [bus, name, report],
  );

  // Only another screen or a Retry loads: words of a later language are fetched before the page switches to it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (present && attempt === 0) return;
    let isLeft = false;
    const began = clock.now();
    const load = attempt === 0 ? loader.load : loader.loadAgain;
    load(name, language).then(
      (screen) => {
        if (isLeft) return;
        setFailure(undefined);
        setLoaded(screen);
        report({ remote: name, version: screen.version, kind: 'loaded', milliseconds: Math.round(clock.now() - began) });
      },
      (cause: unknown) => !isLeft && fail(asRemoteError(cause), 'none'),
    );
    return () => {
      isLeft = true;
    };
  }, [name, attempt, loader]);

  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  const fell = useCallback((error: RemoteError) => fail(error, present?.version ?? 'none'), [fail, present]);
  const state: RemoteScreenState = stateOf({ failure, present, attempt, retry });
  return { state, fell };
}

function stateOf({
  failure,
  present,
  attempt,
  retry,
}: {
  failure: RemoteError | undefined;
  present: LoadedScreen | undefined;
  attempt: number;
  retry(): void;
}): RemoteScreenState {
  if (failure) return { kind: 'failed', error: failure, retry };
  return present ? { kind: 'ready', screen: present, attempt } : { kind: 'waiting' };
}
