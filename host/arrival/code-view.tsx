import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import { type SubmitEvent, useState } from 'react';
import type { Services } from '../screens/services.ts';
import styles from './code-view.module.css';

/** No museum yet: how to scan, and a field for the letters under the code. */
export function CodeView({ isUnknown, services }: { isUnknown: boolean; services: Services }) {
  const { i18n, session } = services;
  const { t } = useTranslation(i18n, 'host');
  return (
    <>
      <TopBar i18n={i18n} session={session} lead={<span className={styles['brand']}>Enfilade</span>} />
      <main className={styles['page']}>
        <div className={styles['sign']}>
          <GuideAvatar state="idle" size="100%" />
        </div>
        <h1>{t('code.title')}</h1>
        {isUnknown && <p role="alert">{t('code.unknownMuseum')}</p>}
        <ol className={styles['way']}>
          <li>{t('code.find')}</li>
          <li>{t('code.point')}</li>
        </ol>
        <CodeForm services={services} />
      </main>
    </>
  );
}

function CodeForm({ services: { i18n, api } }: { services: Services }) {
  const { t } = useTranslation(i18n, 'host');
  const [problem, setProblem] = useState<'code.unknown' | 'code.failed'>();
  const [isAsking, setAsking] = useState(false);

  async function open(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // A phone's keyboard adds spaces of its own, and some write letters on a wall apart.
    const code = String(new FormData(event.currentTarget).get('code') ?? '').replace(/\s+/g, '');
    if (!code || isAsking) return;
    setAsking(true);
    setProblem(undefined);
    try {
      // A whole new page: the museum's own release set stands in its HTML.
      location.assign(`/?museum=${await api.findMuseum(code)}`);
    } catch (error) {
      const isNo = error instanceof ApiError && (error.status === 404 || error.status === 400);
      setProblem(isNo ? 'code.unknown' : 'code.failed');
      setAsking(false);
    }
  }

  return (
    <form className={styles['form']} onSubmit={(event) => void open(event)}>
      <label htmlFor="code">{t('code.label')}</label>
      <input
        id="code"
        name="code"
        maxLength={24}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        required
        aria-invalid={problem !== undefined}
        aria-describedby="code-problem"
      />
      <Button kind="main" type="submit" icon="arrow-right" aria-disabled={isAsking}>
        {t('code.open')}
      </Button>
      <p id="code-problem" role="alert" className={styles['problem']}>
        {problem && t(problem)}
      </p>
    </form>
  );
}
