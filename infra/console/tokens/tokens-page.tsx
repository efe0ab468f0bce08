import {
  type Overview,
  type TokenAction,
  type TokenSummary,
  tokenActions,
  tokenRequestSchema,
} from '@enfilade/shared-contracts/api/registry-schemas';
import { Button } from '@enfilade/shared-contracts/ui/button';
import common from '@enfilade/shared-contracts/ui/styles/common.module.css';
import { type FormEvent, useId, useState } from 'react';
import { useConsole } from '../common/console.tsx';
import { CopyButton, Field, Loading, PageHead, Section, Select, WholeNumber } from '../common/parts.tsx';
import { ActionOutcome, ConfirmBox, type PendingAction, usePendingAction } from '../common/pending-action.tsx';
import { listScreens } from '../common/screens.ts';
import { useQuery } from '../common/use-query.ts';
import fields from '../styles/fields.module.css';
import styles from '../styles/page.module.css';
import questionStyles from '../styles/questions.module.css';

const refreshMs = 30_000;

interface TokensPageProps {
  overview: Overview;
  /** May issue tokens for every museum and the default. */
  mayAll: boolean;
}

/** Lists only tokens that have no more rights than this operator. */
export function TokensPage({ overview, mayAll }: TokensPageProps) {
  const { t, client } = useConsole();
  const { value: tokens, failure, reload } = useQuery(client.loadTokens, refreshMs);
  const pending = usePendingAction(reload);
  return (
    <>
      <PageHead title={t('tokens.title')} words={t('tokens.words')} />
      <ActionOutcome pending={pending} />
      {(!tokens || failure !== undefined) && <Loading failure={failure} reload={reload} />}
      {tokens?.length === 0 && <p>{t('tokens.none')}</p>}
      {tokens && tokens.length > 0 && (
        <ul className={questionStyles['list']}>
          {tokens.map((token) => (
            <TokenItem key={token.id} token={token} overview={overview} pending={pending} />
          ))}
        </ul>
      )}
      <TokenForm overview={overview} mayAll={mayAll} reload={reload} />
    </>
  );
}

interface TokenItemProps {
  token: TokenSummary;
  overview: Overview;
  pending: PendingAction;
}

function TokenItem({ token, overview, pending }: TokenItemProps) {
  const { t, client, formats, screenName } = useConsole();
  const { id, name, actions, remotes, museums, issuedAt, issuedBy, expiresAt } = token;
  const screens = remotes.includes('*') ? t('tokens.everyScreen') : remotes.map(screenName).join(', ');
  const nameOf = (museumId: string) => overview.museums.find((museum) => museum.museumId === museumId)?.name ?? museumId;
  const where = museums.includes('*') ? t('tokens.everyMuseum') : museums.map(nameOf).join(', ');
  const revoke = () =>
    pending.propose({
      at: id,
      label: t('tokens.revokeNamed', { name }),
      sentences: [t('tokens.revokeWords', { name })],
      send: () => client.revokeToken(id),
      done: () => t('tokens.revoked', { name }),
    });
  return (
    <li>
      <h2 translate="no">{name}</h2>
      <p>{actions.map((action) => t(`tokens.may.${action}`)).join(', ')}</p>
      <p>{t('tokens.scope', { screens, museums: where })}</p>
      <p className={styles['hint']}>{t('tokens.until', { end: formats.time(expiresAt), begin: formats.time(issuedAt), who: issuedBy })}</p>
      <div className={styles['buttons']}>
        <Button aria-label={t('tokens.revokeNamed', { name })} onClick={revoke}>
          {t('tokens.revoke')}
        </Button>
      </div>
      <ConfirmBox pending={pending} at={id} />
    </li>
  );
}

interface TokenFormProps {
  overview: Overview;
  mayAll: boolean;
  reload(): Promise<void>;
}

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
      },
      done: () => t('tokens.issued', { name: request.name }),
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
            <label key={action} className={common['check']}>
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
