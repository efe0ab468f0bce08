import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import type { RollbackPlan } from '../model/shapes.ts';
import styles from '../ui/styles/page.module.css';
import { VersionText } from '../ui/version-text.tsx';

/** What the museum pins now and would pin then, screen by screen. */
export function Difference({ changes, t }: { changes: RollbackPlan['changes']; t: Translate }) {
  if (changes.length === 0) return <p>{t('rollback.noChange')}</p>;
  const shown = (version: string | null) => (version === null ? t('rollback.default') : <VersionText version={version} />);
  return (
    <table className={styles['difference']}>
      <thead>
        <tr>
          <th scope="col">{t('rollback.screen')}</th>
          <th scope="col">{t('rollback.now')}</th>
          <th scope="col">{t('rollback.then')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, from, to }) => (
          <tr key={name}>
            <th scope="row">{t(`screen.${name}`)}</th>
            <td>{shown(from)}</td>
            <td>{shown(to)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
