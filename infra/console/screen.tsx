import type { I18n, Texts } from '@enfilade/shared-contracts/i18n/i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import './zod-without-eval.ts';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import type { OperatorProps } from '@enfilade/shared-contracts/remote/operator-props';
import { Button, QuietButton } from '@enfilade/shared-contracts/ui/button';
import { LanguageSelect } from '@enfilade/shared-contracts/ui/language-select';
import { SettingsButton } from '@enfilade/shared-contracts/ui/settings-button';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { type ConsoleRoute, formatRoute, parseRoute, RouteLink } from './common/console-route.tsx';
import { type ConsoleTools, createFormats } from './common/console-tools.ts';
import { describeFailure } from './common/failures.ts';
import { Notice } from './common/notice.tsx';
import { LoginPage } from './login/login-page.tsx';
import { type OperatorSession, useSession } from './login/use-session.ts';
import barStyles from './styles/bar.module.css';
import styles from './styles/page.module.css';
import { type TextKey, texts } from './texts/texts.ts';

// Not part of the first view, which is the login. What does not come is a failed screen, with the host's Retry.
const ConsolePage = lazy(() =>
  import(/* webpackChunkName: "pages" */ './console-page.tsx').then((pages) => ({ default: pages.ConsolePage })),
);

/** Museums and screens, for those who run the site. */
export default function Screen(props: OperatorProps) {
  const { session, i18n, clock, search, go } = props;
  const { t, language } = useTranslation<TextKey>(i18n, 'operator');
  const operator = useSession(props);
  const [problem, setProblem] = useState<string>();
  const tools = useMemo<ConsoleTools>(() => {
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
    <section data-remote={__REMOTE_NAME__} data-version={__REMOTE_VERSION__} className={styles['screen']}>
      <Bar i18n={i18n} session={session} logOutLabel={t('logOut')} onLogOut={isIn ? logOut : undefined} go={tools.go} />
      <main className={styles['page']}>
        {problem && isIn && <Notice kind="failed">{problem}</Notice>}
        <Presence operator={operator} tools={tools} search={search} />
      </main>
    </section>
  );
}

function Presence({ operator, tools, search }: { operator: OperatorSession; tools: ConsoleTools; search: string }) {
  const { presence } = operator;
  const { t } = tools;
  const route = useMemo(() => parseRoute(search), [search]);
  if (presence.kind === 'loading') return <p role="status">{t('shared:loading')}</p>;
  if (presence.kind === 'in') {
    return (
      <Suspense fallback={<p role="status">{t('shared:loading')}</p>}>
        <ConsolePage key={presence.operator.name} route={route} operator={presence.operator} tools={tools} />
      </Suspense>
    );
  }
  if (presence.kind === 'out') {
    const { hasEnded } = presence;
    const isSecure = window.isSecureContext;
    return (
      <LoginPage
        {...{ hasEnded, isSecure, search, t }}
        logIn={operator.logIn}
        loadProvider={tools.client.loadProvider}
        clock={tools.clock}
      />
    );
  }
  return (
    <>
      <h1>{t('title')}</h1>
      <Notice kind="failed">{t('failure.offline')}</Notice>
      <Button kind="main" icon="retry" iconSide="start" onClick={operator.retry}>
        {t('shared:retry')}
      </Button>
    </>
  );
}

interface BarProps {
  i18n: I18n;
  session: VisitorSession;
  logOutLabel: string;
  /** Absent while nobody is logged in. */
  onLogOut: (() => void) | undefined;
  go(route: ConsoleRoute): void;
}

/** The way to the overview, the way out, language, display. */
function Bar({ i18n, session, logOutLabel, onLogOut, go }: BarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a `header` within the screen's `section` is no landmark
    <div className={barStyles['bar']} role="banner">
      <RouteLink to={{ page: 'overview' }} go={go} className={barStyles['brand']}>
        Enfilade
      </RouteLink>
      <LanguageSelect i18n={i18n} session={session} />
      {onLogOut && <QuietButton onClick={onLogOut}>{logOutLabel}</QuietButton>}
      <SettingsButton i18n={i18n} session={session} />
    </div>
  );
}

/** The host registers these under the remote's name before it draws the screen. */
export function loadTexts(language: Language): Promise<{ default: Texts }> {
  return texts[language]();
}
