import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { type FormEvent, useId, useState } from 'react';
import type { Login } from '../effects/operators-client.ts';
import { Spoken } from '../ui/spoken.tsx';
import styles from '../ui/styles/login.module.css';
import { PasswordField } from './password-field.tsx';
import { type LoginForm, useLogin } from './use-login.ts';

interface LoginPageProps {
  /** The site ended a session while it was used. */
  hasEnded: boolean;
  logIn(login: Login): Promise<void>;
  clock: Clock;
  t: Translate;
}

/** Who may change what visitors get. The page the address names comes after it. */
export function LoginPage({ hasEnded, logIn, clock, t }: LoginPageProps) {
  const form = useLogin({ logIn, clock, t });
  const { login, trouble, change } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <h1>{t('title')}</h1>
      {hasEnded && !trouble && <Spoken kind="failed">{t('login.ended')}</Spoken>}
      {trouble && (
        <Spoken key={trouble.words} kind="failed">
          {trouble.words}
        </Spoken>
      )}
      <label className={styles['field']}>
        {t('login.name')}
        <input
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={login.name}
          onChange={(event) => change({ name: event.target.value })}
        />
      </label>
      <PasswordField password={login.password} t={t} onChange={(password) => change({ password })} />
      <label className={styles['tick']}>
        <input type="checkbox" checked={login.keep} onChange={(event) => change({ keep: event.target.checked })} />
        {t('login.keep')}
      </label>
      <Submit form={form} t={t} />
      <Forgotten t={t} />
    </form>
  );
}

function Submit({ form: { isBusy, waitSeconds }, t }: { form: LoginForm; t: Translate }) {
  const waitId = useId();
  return (
    <>
      <Button type="submit" kind="main" wide aria-disabled={isBusy || waitSeconds > 0} aria-describedby={waitId}>
        {isBusy ? t('login.busy') : t('login.logIn')}
      </Button>
      <p id={waitId} className={styles['wait']}>
        {waitSeconds > 90 && t('login.waitMinutes', { count: Math.ceil(waitSeconds / 60) })}
        {waitSeconds > 0 && waitSeconds <= 90 && t('login.waitSeconds', { count: waitSeconds })}
      </p>
    </>
  );
}

/** Nobody can set a password from here: it says who can, and how. */
function Forgotten({ t }: { t: Translate }) {
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
            {t('login.forgotAnswer')} <code translate="no">npm run remotes -- operator NAME</code>
          </p>
        )}
      </div>
    </div>
  );
}
