import { type Overview, type TokenAction, tokenActions, tokenRequestSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { type FormEvent, useId, useState } from 'react';
import { useConsole } from '../common/console.tsx';
import { CopyButton, Field, Section, Select, WholeNumber } from '../common/parts.tsx';
import { ActionOutcome, usePendingAction } from '../common/pending-action.tsx';
import { listScreens } from '../common/screens.ts';
import fields from '../styles/fields.module.css';
import styles from '../styles/page.module.css';

interface TokenFormProps {
  overview: Overview;
  mayAll: boolean;
  reload(): Promise<void>;
}

/** What a token may, for how long, and its secret once it was issued. */
export function TokenForm({ overview, mayAll, reload }: TokenFormProps) {
  const { t, client, screenName } = useConsole();
  const pending = usePendingAction(reload);
  const [name, setName] = useState('');
  const [actions, setActions] = useState<readonly TokenAction[]>([]);
  const [remote, setRemote] = useState('*');
  const [museum, setMuseum] = useState(mayAll ? '*' : (overview.museums[0]?.museumId ?? ''));
  const [days, setDays] = useState('365');
  const [secret, setSecret] = useState<string | undefined>(undefined);
  const hintId = useId();
  const request = tokenRequestSchema.safeParse({ name, actions, remotes: [remote], museums: [museum], days: Number(days) }).data;
  const toggle = (action: TokenAction) =>
    setActions((before) => (before.includes(action) ? before.filter((one) => one !== action) : [...before, action]));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!request) return;
    setSecret(undefined);
    pending.sendNow({
      send: async () => {
        setSecret((await client.issueToken(request)).secret);
        setName('');
        return t('tokens.issued', { name: request.name });
      },
    });
  };
  const screens = listScreens(overview, mayAll ? '*' : museum).map((one) => [one, screenName(one)] as const);
  const museums = overview.museums.map((one) => [one.museumId, one.name] as const);
  return (
    <Section title={t('tokens.issueTitle')}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <div className={styles['columns']}>
          <div>
            <Field label={t('tokens.name')}>
              <input
                className={fields['number']}
                value={name}
                maxLength={40}
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                aria-describedby={hintId}
                onChange={(event) => setName(event.target.value)}
              />
            </Field>
            <p id={hintId} className={styles['hint']}>
              {t('tokens.nameHint')}
            </p>
          </div>
          <Select label={t('tokens.screen')} value={remote} options={[['*', t('tokens.everyScreen')], ...screens]} onChange={setRemote} />
          <Select
            label={t('tokens.museum')}
            value={museum}
            options={mayAll ? [['*', t('tokens.everyMuseum')], ...museums] : museums}
            onChange={setMuseum}
          />
          <WholeNumber label={t('tokens.days')} max={730} value={days} onChange={setDays} />
        </div>
        <fieldset className={fields['choices']}>
          <legend className={fields['label']}>{t('tokens.may')}</legend>
          {tokenActions.map((action) => (
            <label key={action}>
              <input type="checkbox" checked={actions.includes(action)} onChange={() => toggle(action)} />
              <span>{t(`tokens.may.${action}`)}</span>
            </label>
          ))}
        </fieldset>
        {!request && <p className={styles['hint']}>{t('tokens.bad')}</p>}
        <div className={styles['buttons']}>
          <Button type="submit" aria-disabled={!request || pending.isSending}>
            {pending.isSending ? t('action.sending') : t('tokens.issue')}
          </Button>
        </div>
      </form>
      <ActionOutcome pending={pending} />
      {/* Shown until the page is left: the secret is stored nowhere. */}
      {secret !== undefined && (
        <div key={secret} className={styles['granted']}>
          <p>{t('tokens.once')}</p>
          <p>
            <code translate="no">{secret}</code>
          </p>
          <CopyButton text={secret} label="tokens.copy" refused="tokens.notCopied" />
        </div>
      )}
    </Section>
  );
}
