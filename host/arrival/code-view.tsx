import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import { type SubmitEvent, useState } from 'react';
import type { HostServices } from '../screens/host-services.ts';
import styles from './code-view.module.css';

type CodeServices = Pick<HostServices, 'i18n' | 'session' | 'api'>;

/** No museum yet: how to scan, and a field for the letters under the code. */
export function CodeView({ isUnknown, services }: { isUnknown: boolean; services: CodeServices }) {
  const { i18n, session } = services;
  const { t } = useTranslation(i18n, 'host');
  return (
    <>
      <TopBar i18n={i18n} session={session} lead={<span className={styles['brand']}>Enfilade</span>} />
      <main className={styles['page']}>
        <div className={styles['avatar']}>
          <GuideAvatar state="idle" size="100%" />
        </div>
        <h1>{t('code.title')}</h1>
        {isUnknown && <p role="alert">{t('code.unknownMuseum')}</p>}
        <ol className={styles['steps']}>
          <li>{t('code.find')}</li>
          <li>{t('code.point')}</li>
        </ol>
        <CodeForm services={services} />
      </main>
    </>
  );
}

function CodeForm({ services: { i18n, api } }: { services: CodeServices }) {
  const { t } = useTranslation(i18n, 'host');
  const [problem, setProblem] = useState<'code.unknown' | 'code.failed'>();
  const [isSubmitting, setSubmitting] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // Phone keyboards add spaces of their own.
    const code = String(new FormData(event.currentTarget).get('code') ?? '').replace(/\s+/g, '');
    if (!code || isSubmitting) return;
    setSubmitting(true);
    setProblem(undefined);
    try {
      // A new page load: the museum's own release set is in its HTML.
      location.assign(`/?museum=${await api.findMuseum(code)}`);
    } catch (error) {
      const isRefused = error instanceof ApiError && (error.status === 404 || error.status === 400);
      setProblem(isRefused ? 'code.unknown' : 'code.failed');
      setSubmitting(false);
    }
  }

  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)}>
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
      <Button kind="main" type="submit" icon="arrow-right" aria-disabled={isSubmitting}>
        {t('code.open')}
      </Button>
      <p id="code-problem" role="alert" className={styles['problem']}>
        {problem && t(problem)}
      </p>
    </form>
  );
}
