import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { useId, useState } from 'react';
import styles from '../ui/styles/login.module.css';

interface PasswordFieldProps {
  password: string;
  t: Translate;
  onChange(password: string): void;
}

/** A password that can be looked at while it is typed. */
export function PasswordField({ password, t, onChange }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const fieldId = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={fieldId}>{t('login.password')}</label>
      <div className={styles['row']}>
        <input
          id={fieldId}
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={256}
          value={password}
          onChange={(event) => onChange(event.target.value)}
        />
        <Button icon="eye" aria-label={t('login.show')} aria-pressed={isShown} onClick={() => setShown(!isShown)} />
      </div>
    </div>
  );
}
