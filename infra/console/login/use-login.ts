import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { useEffect, useRef, useState } from 'react';
import type { Login } from '../effects/operators-client.ts';
import { ConsoleError } from '../model/console-error.ts';
import { tellFailure } from '../tell-failure.ts';

export interface LoginForm {
  login: Login;
  isBusy: boolean;
  /** Why the last attempt failed; a new object for every attempt. */
  trouble: { words: string } | undefined;
  /** Until the site may be asked again, counted down. */
  waitSeconds: number;
  change(part: Partial<Login>): void;
  submit(): void;
}

interface LoginNeeds {
  logIn(login: Login): Promise<void>;
  clock: Clock;
  t: Translate;
}

/** What was typed stays; only a password that was refused goes. */
export function useLogin({ logIn, clock, t }: LoginNeeds): LoginForm {
  const [login, setLogin] = useState<Login>({ name: '', password: '', keep: false });
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<{ words: string }>();
  const [until, setUntil] = useState(0);
  const isUnderway = useRef<boolean>(false);
  const waitSeconds = useCountdown(until, clock);

  async function send(): Promise<void> {
    isUnderway.current = true;
    setBusy(true);
    setTrouble(undefined);
    try {
      await logIn(login);
    } catch (error) {
      const retryAfter = error instanceof ConsoleError && error.code === 'too-many' ? (error.retryAfterSeconds ?? 60) : 0;
      setUntil(retryAfter > 0 ? clock.now() + retryAfter * 1000 : 0);
      setTrouble({ words: loginWords(t, error) });
      setLogin((before) => ({ ...before, password: '' }));
    } finally {
      isUnderway.current = false;
      setBusy(false);
    }
  }

  function submit(): void {
    if (isUnderway.current || waitSeconds > 0) return;
    if (login.name.trim() && login.password) void send();
    else setTrouble({ words: t('login.incomplete') });
  }

  return { login, isBusy, trouble, waitSeconds, change: (part) => setLogin((before) => ({ ...before, ...part })), submit };
}

/** One sentence for a wrong name, a wrong password and an operator who is not there: it tells nobody who exists. */
function loginWords(t: Translate, error: unknown): string {
  if (!(error instanceof ConsoleError)) return tellFailure(t, error);
  if (error.code === 'unauthorized') return t(error.message === 'no-cookie' ? 'login.noCookie' : 'login.wrong');
  if (error.code === 'malformed') return t('login.wrong');
  return error.code === 'too-many' ? t('login.tooMany') : tellFailure(t, error);
}

/** Whole seconds until then, drawn again every second. */
function useCountdown(until: number, clock: Clock): number {
  const [now, setNow] = useState(clock.now);
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    const since = clock.now();
    setNow(since);
    if (since >= until) return undefined;
    let cancel = () => {};
    const tick = () => {
      setNow(clock.now());
      if (clock.now() < until) cancel = clock.after(1000, tick);
    };
    cancel = clock.after(1000, tick);
    return () => cancel();
  }, [until, clock]);
  return left;
}
