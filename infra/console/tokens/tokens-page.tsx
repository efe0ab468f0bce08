import type { Overview, TokenSummary } from '@enfilade/shared-contracts/api/registry-schemas';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { useConsole } from '../common/console.tsx';
import { Loading, PageHead } from '../common/parts.tsx';
import { ActionOutcome, ConfirmBox, type PendingAction, usePendingAction } from '../common/pending-action.tsx';
import { useQuery } from '../common/use-query.ts';
import styles from '../styles/page.module.css';
import questionStyles from '../styles/questions.module.css';
import { TokenForm } from './token-form.tsx';

const refreshMs = 30_000;

interface TokensPageProps {
  overview: Overview;
  /** May issue tokens for every museum and the default. */
  mayAll: boolean;
}

/** The tokens that may no more than this operator, and a form for another one. */
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
      send: async () => {
        await client.revokeToken(id);
        return t('tokens.revoked', { name });
      },
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
