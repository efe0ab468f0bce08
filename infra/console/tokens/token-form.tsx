import { type TokenAction, tokenActions, tokenRequestSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { copyText } from '@enfilade/shared-contracts/kit/copy-text';
import { Button } from '@enfilade/shared-contracts/ui/button';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { type FormEvent, useId, useState } from 'react';
import type { ConsoleTools } from '../common/console-tools.ts';
import { ActionOutcome, usePendingAction } from '../common/pending-action.tsx';
import type { Overview } from '../common/schemas.ts';
import { listScreens } from '../common/screens.ts';
import fields from '../styles/fields.module.css';
import styles from '../styles/page.module.css';
import type { Translate } from '../texts/texts.ts';

interface TokenFormProps {
  overview: Overview;
  mayAll: boolean;
  reload(): Promise<void>;
  tools: ConsoleTools;
}

/** What a token may, for how long, and its secret once it was issued. */
export function TokenForm({ overview, mayAll, reload, tools: { t, client, screenName } }: TokenFormProps) {
  const pending = usePendingAction(t, reload);
  const [name, setName] = useState('');
  const [actions, setActions] = useState<readonly TokenAction[]>([]);
  const [remote, setRemote] = useState('*');
  const [museum, setMuseum] = useState(mayAll ? '*' : (overview.museums[0]?.museumId ?? ''));
  const [days, setDays] = useState('365');
  const [secret, setSecret] = useState<string>();
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
  return (
    <section className={styles['section']}>
      <h2>{t('tokens.issueTitle')}</h2>
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
          <Select label={t('tokens.screen')} value={remote} onChange={setRemote}>
            <option value="*">{t('tokens.everyScreen')}</option>
            {listScreens(overview, mayAll ? '*' : museum).map((one) => (
              <option key={one} value={one}>
                {screenName(one)}
              </option>
            ))}
          </Select>
          <Select label={t('tokens.museum')} value={museum} onChange={setMuseum}>
            {mayAll && <option value="*">{t('tokens.everyMuseum')}</option>}
            {overview.museums.map((one) => (
              <option key={one.museumId} value={one.museumId}>
                {one.name}
              </option>
            ))}
          </Select>
          <Field label={t('tokens.days')}>
            <input
              className={fields['number']}
              type="number"
              inputMode="numeric"
              min="1"
              max="730"
              value={days}
              onChange={(event) => setDays(event.target.value)}
            />
          </Field>
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
      {secret !== undefined && <Secret key={secret} secret={secret} t={t} />}
    </section>
  );
}

function Field({ label, children }: { label: string; children: Elements }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className={fields['field']}>
      <span className={fields['label']}>{label}</span>
      {children}
    </label>
  );
}

interface SelectProps {
  label: string;
  value: string;
  onChange(value: string): void;
  children: Elements;
}

function Select({ label, value, onChange, children }: SelectProps) {
  return (
    <Field label={label}>
      <select className={fields['select']} value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
    </Field>
  );
}

/** Stands there until the page is left: nobody can show it again. */
function Secret({ secret, t }: { secret: string; t: Translate }) {
  const [copied, setCopied] = useState<boolean | undefined>(undefined);
  const copy = () => void copyText(secret).then(setCopied);
  return (
    <div className={styles['granted']}>
      <p>{t('tokens.once')}</p>
      <p>
        <code translate="no">{secret}</code>
      </p>
      <Button icon="copy" iconSide="start" onClick={copy}>
        {t('tokens.copy')}
      </Button>
      <p role="status">{copied !== undefined && t(copied ? 'grant.copied' : 'tokens.notCopied')}</p>
    </div>
  );
}
