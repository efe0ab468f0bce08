import type { I18n } from '@enfilade/shared-contracts/i18n/i18n';
import type { Lazy } from '@enfilade/shared-contracts/kit/create-lazy';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { Card } from '@enfilade/shared-contracts/ui/card';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import { type SubmitEvent, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { hasFirstPaint } from '../first-paint/take-over.ts';
import { isUnknown, useRecord } from '../museums/records.ts';
import { useMuseumTheme } from '../museums/use-museum-theme.ts';
import { useHost, useTexts } from '../screens/host-services.ts';
import { ActionBar, PageTop } from '../screens/page-parts.tsx';
import { WaitingPage } from '../screens/waiting-view.tsx';
import { usePart } from '../texts/late-part.ts';
import codeStyles from './code-view.module.css';
import styles from './not-found.module.css';
import slowStyles from './slow-strip.module.css';

const slowAfterMs = 3000;
/** After the slow connection was named. */
const retryAfterMs = 5000;

type Wait = 'short' | 'slow' | 'long';

/** After 3 s the view says that the connection is slow. After 8 s it offers a retry. */
export function LoadingView({ retry }: { retry(): void }) {
  const { clock } = useHost();
  const { t } = useTexts();
  const [wait, setWait] = useState<Wait>('short');
  useEffect(() => {
    if (wait === 'short') return clock.after(slowAfterMs, () => setWait('slow'));
    return wait === 'slow' ? clock.after(retryAfterMs, () => setWait('long')) : undefined;
  }, [clock, wait]);
  const onRetry = () => {
    setWait('short');
    retry();
  };
  const [text, hint] = wait === 'short' ? [] : [t('arrival.slow'), t('arrival.stillLoading')];
  // The first paint stays on the page, so the notice is rendered over its upper end.
  if (hasFirstPaint())
    return createPortal(
      <div role="status" className={slowStyles['strip']}>
        {/* Shortened, so that the strip with its buttons covers less of the page. */}
        <span>{wait === 'slow' ? `${text} ${hint}` : text}</span>
        {wait === 'long' && (
          <div className={slowStyles['buttons']}>
            <RetryButtons retry={onRetry} />
          </div>
        )}
      </div>,
      document.body,
    );
  return (
    <>
      <WaitingPage text={text} hint={hint} />
      {wait === 'long' && (
        <ActionBar>
          <RetryButtons retry={onRetry} />
        </ActionBar>
      )}
    </>
  );
}

export function FailedArrival({ retry }: { retry(): void }) {
  const { t } = useTexts();
  return (
    <>
      <WaitingPage text={t('arrival.failed')} hint={t('arrival.failedHint')} />
      <ActionBar>
        <RetryButtons retry={retry} />
      </ActionBar>
    </>
  );
}

interface LatePageProps<Code extends object> {
  part: Lazy<Code, [I18n]>;
  museum?: Museum | undefined;
  children(code: Code): Elements;
}

export function LatePage<Code extends object>({ part, museum, children }: LatePageProps<Code>) {
  const { code, hasFailed, retry } = usePart(part, useHost().i18n);
  if (code) return children(code);
  return hasFailed ? <FailedArrival retry={retry} /> : <WaitingPage museum={museum} />;
}

function RetryButtons({ retry }: { retry(): void }) {
  const { kiosk } = useHost();
  const { t } = useTexts();
  const navigate = useNavigate();
  return (
    <>
      <Button kind="main" wide icon="retry" iconSide="start" onClick={retry}>
        {t('shared:retry')}
      </Button>
      {!kiosk && (
        <Button wide onClick={() => navigate('/?code')}>
          {t('arrival.enterCode')}
        </Button>
      )}
    </>
  );
}

export function NotFound() {
  const services = useHost();
  const { session, records, kiosk } = services;
  const { t } = useTexts();
  const navigate = useNavigate();
  const museumId = useStore(session.store, (state) => state.museumId);
  const museum = useRecord(museumId ? records.museum(museumId) : undefined).data?.museum;
  useMuseumTheme(museum, services);
  return (
    <>
      <PageTop museum={museum} />
      <div className={styles['page']}>
        <Card as="main" corners className={styles['card']}>
          <h1>404</h1>
          <div>
            <h2>{t('missing.title')}</h2>
            <p>{t('missing.text')}</p>
          </div>
        </Card>
      </div>
      <ActionBar>
        <Button kind="main" wide onClick={() => navigate('/')}>
          {museum ? t('missing.back', { museum: museum.name }) : t('missing.start')}
        </Button>
        {/* Shown before the museum has loaded, so that nothing moves afterwards. */}
        {museumId && !kiosk && (
          <Button wide onClick={() => navigate('/?code')}>
            {t('missing.code')}
          </Button>
        )}
      </ActionBar>
    </>
  );
}

export function CodeView({ isUnknown }: { isUnknown: boolean }) {
  const { t } = useTexts();
  return (
    <>
      <PageTop lead={<span className={codeStyles['brand']}>Enfilade</span>} />
      <main className={codeStyles['page']}>
        <div className={codeStyles['avatar']}>
          <GuideAvatar state="idle" size="100%" />
        </div>
        <h1>{t('code.title')}</h1>
        {isUnknown && <p role="alert">{t('code.unknownMuseum')}</p>}
        <ol className={codeStyles['steps']}>
          <li>{t('code.find')}</li>
          <li>{t('code.point')}</li>
        </ol>
        <CodeForm />
      </main>
    </>
  );
}

function CodeForm() {
  const { api } = useHost();
  const { t } = useTexts();
  const [problem, setProblem] = useState<'code.unknown' | 'code.failed'>();
  const [isSubmitting, setSubmitting] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // Phone keyboards insert spaces.
    const code = String(new FormData(event.currentTarget).get('code') ?? '').replace(/\s+/g, '');
    if (!code) return;
    setSubmitting(true);
    setProblem(undefined);
    try {
      // The museum's release set is in the HTML, so the page must load again.
      location.assign(`/?museum=${await api.findMuseum(code)}`);
    } catch (error) {
      setProblem(isUnknown(error) ? 'code.unknown' : 'code.failed');
    }
    // The back-forward cache keeps this page and its state.
    setSubmitting(false);
  }

  return (
    <form className={codeStyles['form']} onSubmit={(event) => void submit(event)}>
      <label htmlFor="code">{t('code.label')}</label>
      <input
        className={codeStyles['input']}
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
      <p id="code-problem" role="alert" className={codeStyles['problem']}>
        {problem && t(problem)}
      </p>
    </form>
  );
}
