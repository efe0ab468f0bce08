import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { useEffect, useRef, useState } from 'react';
import { describeFailure } from '../common/failures.ts';
import type { Login } from '../common/operators-client.ts';
import { NoCookieError } from './use-session.ts';

export interface LoginForm {
  login: Login;
  isBusy: boolean;
  /** Why the last attempt failed; a new object for every attempt. */
  problem: { sentence: string } | undefined;
  /** Until the site accepts another attempt, counted down. */
  waitSeconds: number;
  change(part: Partial<Login>): void;
  submit(): void;
}

interface LoginOptions {
  logIn(login: Login): Promise<void>;
  clock: Clock;
  t: Translate;
}

/** What was typed stays; only a password that was refused goes. */
export function useLogin({ logIn, clock, t }: LoginOptions): LoginForm {
  const [login, setLogin] = useState<Login>({ name: '', password: '', keep: false });
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<LoginForm['problem']>();
  const [until, setUntil] = useState(0);
  const isUnderway = useRef<boolean>(false);
  const waitSeconds = useCountdown(until, clock);

  async function send(): Promise<void> {
    isUnderway.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      await logIn(login);
    } catch (error) {
      const retryAfter = error instanceof ApiError && error.code === 'too-many' ? (error.retryAfterSeconds ?? 60) : 0;
      setUntil(retryAfter > 0 ? clock.now() + retryAfter * 1000 : 0);
      setProblem({ sentence: describeLoginFailure(t, error) });
      setLogin((before) => ({ ...before, password: '' }));
    } finally {
      isUnderway.current = false;
      setBusy(false);
    }
  }

  function submit(): void {
    if (isUnderway.current || waitSeconds > 0) return;
    if (login.name.trim() && login.password) void send();
    else setProblem({ sentence: t('login.incomplete') });
  }

  return { login, isBusy, problem, waitSeconds, change: (part) => setLogin((before) => ({ ...before, ...part })), submit };
}

/** One sentence for a wrong name, a wrong password and an operator who is not there: nobody learns who exists. */
function describeLoginFailure(t: Translate, error: unknown): string {
  if (error instanceof NoCookieError) return t('login.noCookie');
  if (!(error instanceof ApiError)) return describeFailure(t, error);
  if (error.status === 401 || error.code === 'malformed') return t('login.wrong');
  return error.code === 'too-many' ? t('login.tooMany') : describeFailure(t, error);
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
