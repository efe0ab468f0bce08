import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { RemoteName } from '@enfilade/shared-contracts/remote/contract';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { LoadedScreen } from '../releases/load-remote.ts';
import { type RemoteError, toRemoteError } from '../releases/remote-error.ts';
import type { Services } from './services.ts';

export type RemoteScreenState =
  | { kind: 'waiting' }
  | { kind: 'ready'; screen: LoadedScreen; attempt: number }
  | { kind: 'failed'; error: RemoteError; retry(): void };

/** What the site was told of already: a screen that is left and shown again is not loaded again. */
const told = new WeakSet<LoadedScreen>();

/** One screen's way from its name to something that can be drawn, and back when it breaks or another version comes. */
export function useRemoteScreen(name: RemoteName, language: Language, services: Services) {
  const { loader, report, clock } = services;
  /** How often Retry was pressed for the version that stands here, and how often that one changed. */
  const [turn, setTurn] = useState({ attempt: 0, change: 0 });
  const [loaded, setLoaded] = useState<LoadedScreen>();
  const { attempt } = turn;
  // A language that is being switched keeps the words that are there; the host switches when the new ones have come.
  const present = loaded?.name === name ? loaded : loader.peek(name, language);
  /** The version that is drawn, being loaded, or failed; undefined while no set is known. */
  const standing = useRef<string>(undefined);
  useEffect(() => {
    if (present) standing.current = present.version;
  });
  const { failure, hasFallen, fail, fell, clear } = useFailing({ name, standing, attempt, shownVersion: present?.version, services });

  // Only another screen, a Retry or another version loads: words of a later language are fetched before the page switches to it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (present && attempt === 0) {
      // It was begun before anything was drawn, and came in time.
      if (!told.has(present)) report({ remote: name, version: present.version, kind: 'loaded' });
      told.add(present);
      return;
    }
    let isLeft = false;
    const began = clock.now();
    const load = attempt === 0 ? loader.load : loader.loadAgain;
    load(name, language).then(
      (screen) => {
        if (isLeft) return;
        clear();
        setLoaded(screen);
        told.add(screen);
        report({ remote: name, version: screen.version, kind: 'loaded', milliseconds: Math.round(clock.now() - began) });
      },
      (cause: unknown) => {
        if (!isLeft) void fail(toRemoteError(cause), loader.versionOf(name));
      },
    );
    return () => {
      isLeft = true;
    };
  }, [name, turn, loader]);

  useOtherVersion({ name, standing, services }, (other) => {
    clear();
    if (other) told.add(other);
    setLoaded(other);
    setTurn(({ change }) => ({ attempt: 0, change: change + 1 }));
  });

  const retry = useCallback(() => setTurn((before) => ({ ...before, attempt: before.attempt + 1 })), []);
  return { state: stateOf({ failure, present: hasFallen ? undefined : present, attempt, retry }), fell };
}

interface Place {
  name: RemoteName;
  standing: RefObject<string | undefined>;
  services: Services;
}

/** What is said of a failure, and to whom. The visitor hears of it when there is no other version to show instead. */
function useFailing({ name, standing, attempt, shownVersion, services }: Place & { attempt: number; shownVersion: string | undefined }) {
  const { bus, report, following } = services;
  const [failure, setFailure] = useState<RemoteError>();
  const [hasFallen, setFallen] = useState(false);
  const fail = useCallback(
    async (error: RemoteError, version: string | undefined) => {
      const { code } = error;
      standing.current = version;
      const what = { remote: name, version: version ?? 'none', code };
      bus.emit('screen-failed', what);
      report({ ...what, kind: code === 'render-error' ? 'render-error' : 'failed' });
      const isReplaced = await following.replaceFailed({ name, version, code, isRetried: attempt > 0 });
      if (!isReplaced && standing.current === version) setFailure(error);
    },
    [bus, name, report, following, attempt, standing],
  );
  const fell = useCallback(
    (error: RemoteError) => {
      setFallen(true);
      void fail(error, shownVersion);
    },
    [fail, shownVersion],
  );
  const clear = useCallback(() => {
    setFailure(undefined);
    setFallen(false);
  }, []);
  return { failure, hasFallen, fail, fell, clear };
}

/** Calls when a set with another version of the screen is in force; with that version, when it is here already. */
function useOtherVersion({ name, standing, services }: Place, onOther: (screen: LoadedScreen | undefined) => void) {
  const { bus, loader, i18n } = services;
  const latest = useRef(onOther);
  useEffect(() => {
    latest.current = onOther;
  });
  useEffect(
    () =>
      bus.on('composition-changed', () => {
        const version = loader.versionOf(name);
        if (version === standing.current) return;
        standing.current = version;
        latest.current(loader.peek(name, i18n.language as Language));
      }),
    [bus, loader, name, i18n, standing],
  );
}

interface Standing {
  failure: RemoteError | undefined;
  present: LoadedScreen | undefined;
  attempt: number;
  retry(): void;
}

function stateOf({ failure, present, attempt, retry }: Standing): RemoteScreenState {
  if (failure) return { kind: 'failed', error: failure, retry };
  return present ? { kind: 'ready', screen: present, attempt } : { kind: 'waiting' };
}
