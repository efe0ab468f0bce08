import './zod-without-eval.ts';
import type { Texts } from '@enfilade/shared-contracts/i18n/i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import type { OperatorProps } from '@enfilade/shared-contracts/remote/operator-props';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { LoginPage } from './login/login-page.tsx';
import { createFormats } from './model/formats.ts';
import { formatPlace, parsePlace } from './model/place.ts';
import { tellFailure } from './tell-failure.ts';
import type { Tools } from './tools.ts';
import { Bar } from './ui/bar.tsx';
import { Spoken } from './ui/spoken.tsx';
import styles from './ui/styles/page.module.css';
import { type OperatorSession, useOperator } from './use-operator.ts';

// Not part of the first view, which is the login. What does not come is a failed screen, with the host's Retry.
const ConsolePage = lazy(() =>
  import(/* webpackChunkName: "pages" */ './console-page.tsx').then((pages) => ({ default: pages.ConsolePage })),
);

/** Museums and screens, for those who run the site. */
export default function Screen(props: OperatorProps) {
  const { session, i18n, clock, search, go } = props;
  const { t, language } = useTranslation(i18n, 'operator');
  const operator = useOperator(props);
  const [trouble, setTrouble] = useState<string>();
  const tools = useMemo<Tools>(() => {
    const formats = createFormats(language, clock.now);
    return { client: operator.client, clock, t, language, formats, go: (place) => go(formatPlace(place)) };
  }, [operator.client, clock, t, language, go]);
  const isIn = operator.presence.kind === 'in';
  const logOut = () => {
    setTrouble(undefined);
    operator.logOut().catch((error: unknown) => setTrouble(tellFailure(t, error)));
  };
  useEffect(() => {
    document.title = `${t('title')} – Enfilade`;
  }, [t]);

  return (
    <section data-remote={__REMOTE_NAME__} data-version={__REMOTE_VERSION__} className={styles['screen']}>
      <Bar i18n={i18n} session={session} logOutWord={t('logOut')} onLogOut={isIn ? logOut : undefined} go={tools.go} />
      <main className={styles['page']}>
        {trouble && isIn && <Spoken kind="failed">{trouble}</Spoken>}
        <Presence operator={operator} tools={tools} search={search} />
      </main>
    </section>
  );
}

function Presence({ operator, tools, search }: { operator: OperatorSession; tools: Tools; search: string }) {
  const { presence } = operator;
  const { t } = tools;
  const place = useMemo(() => parsePlace(search), [search]);
  if (presence.kind === 'asking') return <p role="status">{t('shared:loading')}</p>;
  if (presence.kind === 'in') {
    return (
      <Suspense fallback={<p role="status">{t('shared:loading')}</p>}>
        <ConsolePage key={presence.operator.name} place={place} operator={presence.operator} tools={tools} />
      </Suspense>
    );
  }
  if (presence.kind === 'out') return <LoginPage hasEnded={presence.hasEnded} logIn={operator.logIn} clock={tools.clock} t={t} />;
  return (
    <>
      <h1>{t('title')}</h1>
      <Spoken kind="failed">{t('failure.offline')}</Spoken>
      <Button kind="main" icon="retry" iconSide="start" onClick={operator.askAgain}>
        {t('shared:retry')}
      </Button>
    </>
  );
}

const loaders: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import(/* webpackChunkName: "texts-en" */ './texts/en.json'),
  de: () => import(/* webpackChunkName: "texts-de" */ './texts/de.json'),
  fr: () => import(/* webpackChunkName: "texts-fr" */ './texts/fr.json'),
};

/** The host registers these under the remote's name before it draws the screen. */
export function loadTexts(language: Language): Promise<{ default: Texts }> {
  return loaders[language]();
}
