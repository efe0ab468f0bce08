import type { Texts } from '@enfilade/shared-contracts/i18n/i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import './zod-without-eval.ts';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import type { OperatorProps } from '@enfilade/shared-contracts/remote/operator-props';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { LanguageSelect } from '@enfilade/shared-contracts/ui/language-select';
import { SettingsButton } from '@enfilade/shared-contracts/ui/settings-button';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { type Console, ConsoleProvider, createFormats, formatRoute, parseRoute, RouteLink, useConsole } from './common/console.tsx';
import { describeFailure } from './common/failures.ts';
import { Notice, RetryButton } from './common/parts.tsx';
import { LoginPage } from './login/login-page.tsx';
import { type OperatorSession, useSession } from './login/use-session.ts';
import barStyles from './styles/bar.module.css';
import styles from './styles/page.module.css';
import { type TextKey, texts } from './texts/texts.ts';

// The first view is the login, which needs no page. If the chunk fails, the host shows its failure view with Retry.
const ConsolePage = lazy(() =>
  import(/* webpackChunkName: "pages" */ './console-page.tsx').then((pages) => ({ default: pages.ConsolePage })),
);

export default function Screen(props: OperatorProps) {
  const { session, i18n, clock, search, go } = props;
  const { t, language } = useTranslation<TextKey>(i18n, 'operator');
  const operator = useSession(props);
  const [problem, setProblem] = useState<string>();
  const tools = useMemo<Console>(() => {
    const formats = createFormats(language, clock.now);
    return { client: operator.client, clock, t, language, formats, screenName: (name) => name, go: (route) => go(formatRoute(route)) };
  }, [operator.client, clock, t, language, go]);
  const isIn = operator.presence.kind === 'in';
  const logOut = () => {
    setProblem(undefined);
    operator.logOut().catch((error: unknown) => setProblem(describeFailure(t, error)));
  };
  useEffect(() => {
    document.title = `${t('title')} – Enfilade`;
  }, [t]);

  return (
    <ConsoleProvider value={tools}>
      <section data-remote={__REMOTE_NAME__} data-version={__REMOTE_VERSION__} className={styles['screen']}>
        {/* biome-ignore lint/a11y/useSemanticElements: a `header` within the screen's `section` is not a landmark */}
        <div className={barStyles['bar']} role="banner">
          <RouteLink to={{ page: 'overview' }} className={barStyles['brand']}>
            Enfilade
          </RouteLink>
          <LanguageSelect i18n={i18n} session={session} />
          {isIn && <QuietButton onClick={logOut}>{t('logOut')}</QuietButton>}
          <SettingsButton i18n={i18n} session={session} />
        </div>
        <main className={styles['page']}>
          {problem && isIn && <Notice kind="failed">{problem}</Notice>}
          <Presence operator={operator} search={search} />
        </main>
      </section>
    </ConsoleProvider>
  );
}

function Presence({ operator, search }: { operator: OperatorSession; search: string }) {
  const { presence, logIn, retry } = operator;
  const { t } = useConsole();
  const route = useMemo(() => parseRoute(search), [search]);
  if (presence.kind === 'loading') return <p role="status">{t('shared:loading')}</p>;
  if (presence.kind === 'in') {
    return (
      <Suspense fallback={<p role="status">{t('shared:loading')}</p>}>
        <ConsolePage key={presence.operator.name} route={route} operator={presence.operator} />
      </Suspense>
    );
  }
  if (presence.kind === 'out')
    return <LoginPage hasEnded={presence.hasEnded} isSecure={window.isSecureContext} search={search} logIn={logIn} />;
  return (
    <>
      <h1>{t('title')}</h1>
      <Notice kind="failed">{t('failure.offline')}</Notice>
      <RetryButton kind="main" retry={retry} />
    </>
  );
}

/** The host registers these under the remote's name before it renders the screen. */
export function loadTexts(language: Language): Promise<{ default: Texts }> {
  return texts[language]();
}
