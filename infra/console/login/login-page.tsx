import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { Card } from '@enfilade/shared-contracts/ui/card';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import common from '@enfilade/shared-contracts/ui/styles/common.module.css';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useConsole } from '../common/console.tsx';
import { describeFailure } from '../common/failures.ts';
import { type Login, requestTo } from '../common/operators-client.ts';
import { Notice } from '../common/parts.tsx';
import { useQuery } from '../common/use-query.ts';
import styles from '../styles/login.module.css';
import type { TextKey, Translate } from '../texts/texts.ts';
import { NoCookieError } from './use-session.ts';

/** No other screen has a password, so the icon is not shared. */
const eye = {
  lines: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM9.2 12a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0Z',
};

type LoginForm = ReturnType<typeof useLogin>;

/** A refused login clears only the password. */
function useLogin({ isSecure, logIn }: Pick<LoginPageProps, 'isSecure' | 'logIn'>) {
  const { t, clock } = useConsole();
  const [isBusy, setBusy] = useState(false);
  /** A new object for every attempt. */
  const [problem, setProblem] = useState<{ sentence: string } | undefined>(undefined);
  const [until, setUntil] = useState(0);
  /** Seconds until the site accepts another attempt. */
  const waitSeconds = useCountdown(until);

  async function send(login: Login, form: HTMLFormElement): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await logIn(login);
    } catch (error) {
      const retryAfter = error instanceof ApiError && error.code === 'too-many' ? (error.retryAfterSeconds ?? 60) : 0;
      setUntil(retryAfter > 0 ? clock.now() + retryAfter * 1000 : 0);
      setProblem({ sentence: describeLoginFailure(t, error, isSecure) });
      (form.elements.namedItem('password') as HTMLInputElement).value = '';
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    const login = { name: String(typed.get('username')), password: String(typed.get('password')), keep: typed.has('keep') };
    if (login.name.trim() && login.password) void send(login, form);
    else setProblem({ sentence: t('login.incomplete') });
  }

  return { isBusy, problem, waitSeconds, submit };
}

/** One sentence for an unknown name and for a wrong password, which reveals no operator's name. */
function describeLoginFailure(t: Translate, error: unknown, isSecure: boolean): string {
  if (error instanceof NoCookieError) return t(isSecure ? 'login.noCookie' : 'login.noSession');
  if (!(error instanceof ApiError)) return describeFailure(t, error);
  if (error.status === 401 || error.code === 'malformed') return t('login.wrong');
  return error.code === 'too-many' ? t('login.tooMany') : describeFailure(t, error);
}

/** Whole seconds, updated every second. */
function useCountdown(until: number): number {
  const { clock } = useConsole();
  const [now, setNow] = useState(clock.now);
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    let cancel = () => {};
    const tick = () => {
      setNow(clock.now());
      if (clock.now() < until) cancel = clock.after(1000, tick);
    };
    tick();
    return () => cancel();
  }, [until, clock]);
  return left;
}

interface LoginPageProps {
  /** True if the site ended a session while it was used. */
  hasEnded: boolean;
  /** True if the page came by TLS, or from this machine. */
  isSecure: boolean;
  /** The target of the login, or the reason why the provider's login failed. */
  search: string;
  logIn(login: Login): Promise<void>;
}

const providerFreshMs = 3_600_000;

export function LoginPage({ hasEnded, isSecure, search, logIn }: LoginPageProps) {
  const { t, client } = useConsole();
  const form = useLogin({ isSecure, logIn });
  // If the request fails, the password still works.
  const provider = useQuery(client.loadProvider, providerFreshMs).value ?? undefined;
  const { problem } = form;
  return (
    <div className={styles['frame']}>
      <Card corners className={styles['sign']}>
        <GuideAvatar state="idle" size="min(32rem, 44svh)" />
      </Card>
      <form className={styles['form']} onSubmit={form.submit} noValidate>
        <h1>{t('title')}</h1>
        {/* Shown before a password is typed, because the site's session needs TLS. */}
        {!isSecure && <Notice kind="failed">{t('login.insecure')}</Notice>}
        {hasEnded && !problem && <Notice kind="failed">{t('login.ended')}</Notice>}
        {problem && (
          <Notice key={problem.sentence} kind="failed">
            {problem.sentence}
          </Notice>
        )}
        {provider !== undefined && <ProviderLogin provider={provider} search={search} isQuiet={problem !== undefined} />}
        <label className={styles['field']}>
          <span>{t('login.name')}</span>
          <input
            className={styles['input']}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
          />
        </label>
        <PasswordField />
        <label className={common['check']}>
          <input type="checkbox" name="keep" />
          <span>{t('login.keep')}</span>
        </label>
        <Submit form={form} kind={provider === undefined ? 'main' : 'plain'} />
        <Forgotten />
      </form>
    </div>
  );
}

const failureTexts: Partial<Record<string, TextKey>> = {
  unavailable: 'login.failed.unavailable',
  refused: 'login.failed.refused',
  'no-museum': 'login.failed.no-museum',
  'too-many': 'login.tooMany',
};

interface ProviderLoginProps {
  provider: string;
  search: string;
  /** True if a password was refused since, so that the failure at the provider is outdated. */
  isQuiet: boolean;
}

/** Returns to the page in the address. */
function ProviderLogin({ provider, search, isQuiet }: ProviderLoginProps) {
  const { t } = useConsole();
  const failed = new URLSearchParams(search).get('login');
  const failure = failed === null ? undefined : failureTexts[failed];
  const { path } = requestTo('providerLogin', failed === null && search ? { back: search } : {});
  return (
    <>
      {failure && !isQuiet && <Notice kind="failed">{t(failure, { provider })}</Notice>}
      <a className={styles['provider']} href={path}>
        {t('login.provider', { provider })}
      </a>
      <p className={styles['or']}>{t('login.orPassword')}</p>
    </>
  );
}

function Submit({ form: { isBusy, waitSeconds }, kind }: { form: LoginForm; kind: 'main' | 'plain' }) {
  const { t } = useConsole();
  const waitId = useId();
  return (
    <>
      <Button type="submit" kind={kind} wide aria-disabled={isBusy || waitSeconds > 0} aria-describedby={waitId}>
        {isBusy ? t('login.busy') : t('login.logIn')}
      </Button>
      <p id={waitId} className={styles['wait']}>
        {waitSeconds > 90
          ? t('login.waitMinutes', { count: Math.ceil(waitSeconds / 60) })
          : waitSeconds > 0 && t('login.waitSeconds', { count: waitSeconds })}
      </p>
    </>
  );
}

/** This page cannot set a new password. */
function Forgotten() {
  const { t } = useConsole();
  const [isOpen, setOpen] = useState(false);
  const answerId = useId();
  return (
    <div>
      <button type="button" className={styles['link']} aria-expanded={isOpen} aria-controls={answerId} onClick={() => setOpen(!isOpen)}>
        {t('login.forgot')}
      </button>
      <div id={answerId} role="status">
        {isOpen && (
          <p className={styles['answer']}>
            <span>{t('login.forgotAnswer')}</span> <code translate="no">npm run remotes -- operator NAME</code>
          </p>
        )}
      </div>
    </div>
  );
}

function PasswordField() {
  const { t } = useConsole();
  const [isShown, setShown] = useState(false);
  const fieldId = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={fieldId}>{t('login.password')}</label>
      <div className={styles['row']}>
        <input
          className={styles['input']}
          id={fieldId}
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={256}
        />
        <Button icon={eye} aria-label={t('login.show')} aria-pressed={isShown} onClick={() => setShown(!isShown)} />
      </div>
    </div>
  );
}
