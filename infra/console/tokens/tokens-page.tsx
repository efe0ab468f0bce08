import { tokenActions } from '@enfilade/shared-contracts/api/registry-schemas';
import { Button } from '@enfilade/shared-contracts/ui/button';
import type { ConsoleTools } from '../common/console-tools.ts';
import { Loading, PageHeading } from '../common/page-parts.tsx';
import { ActionOutcome, ConfirmBox, type PendingAction, usePendingAction } from '../common/pending-action.tsx';
import type { Overview, Token } from '../common/schemas.ts';
import { usePolled } from '../common/use-polled.ts';
import styles from '../styles/page.module.css';
import questionStyles from '../styles/questions.module.css';
import { TokenForm } from './token-form.tsx';

const refreshMs = 30_000;

interface TokensPageProps {
  overview: Overview;
  /** May issue tokens for every museum and the default. */
  mayAll: boolean;
  tools: ConsoleTools;
}

/** The tokens that may no more than this operator, and a form for another one. */
export function TokensPage({ overview, mayAll, tools }: TokensPageProps) {
  const { t, client, clock } = tools;
  const { value: tokens, failure, reload } = usePolled(client.loadTokens, clock, refreshMs);
  const pending = usePendingAction(t, reload);
  return (
    <>
      <header className={styles['head']}>
        <PageHeading text={t('tokens.title')} />
      </header>
      <p className={questionStyles['words']}>{t('tokens.words')}</p>
      <ActionOutcome pending={pending} />
      {(!tokens || failure !== undefined) && <Loading failure={failure} reload={reload} t={t} />}
      {tokens?.length === 0 && <p>{t('tokens.none')}</p>}
      {tokens && tokens.length > 0 && (
        <ul className={questionStyles['list']}>
          {tokens.map((token) => (
            <TokenItem key={token.id} token={token} overview={overview} pending={pending} tools={tools} />
          ))}
        </ul>
      )}
      <TokenForm overview={overview} mayAll={mayAll} reload={reload} tools={tools} />
    </>
  );
}

interface TokenItemProps {
  token: Token;
  overview: Overview;
  pending: PendingAction;
  tools: ConsoleTools;
}

function TokenItem({ token, overview, pending, tools: { t, client, formats, screenName } }: TokenItemProps) {
  const { id, name, actions, remotes, museums, issuedAt, issuedBy, expiresAt } = token;
  // A newer site may know more of both than this console.
  const actionOf = (word: string) => {
    const known = tokenActions.find((action) => action === word);
    return known ? t(`tokens.may.${known}`) : word;
  };
  const screens = remotes.includes('*') ? t('tokens.everyScreen') : remotes.map(screenName).join(', ');
  const nameOf = (museumId: string) => overview.museums.find((museum) => museum.museumId === museumId)?.name ?? museumId;
  const where = museums.includes('*') ? t('tokens.everyMuseum') : museums.map(nameOf).join(', ');
  const revoke = () =>
    pending.propose({
      at: id,
      label: t('tokens.revokeNamed', { name }),
      sentences: [t('tokens.revokeWords', { name })],
      send: async () => {
        await client.revokeToken(id);
        return t('tokens.revoked', { name });
      },
    });
  return (
    <li>
      <h2 translate="no">{name}</h2>
      <p>{actions.map(actionOf).join(', ')}</p>
      <p>{t('tokens.scope', { screens, museums: where })}</p>
      <p className={styles['hint']}>{t('tokens.until', { end: formats.time(expiresAt), begin: formats.time(issuedAt), who: issuedBy })}</p>
      <div className={styles['buttons']}>
        <Button aria-label={t('tokens.revokeNamed', { name })} onClick={revoke}>
          {t('tokens.revoke')}
        </Button>
      </div>
      <ConfirmBox pending={pending} at={id} t={t} />
    </li>
  );
}
