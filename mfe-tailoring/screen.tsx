import type { Texts } from '@enfilade/shared-contracts/i18n/i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import { QuestionPage } from './question-page.tsx';
import styles from './screen.module.css';
import { useTailoring } from './use-tailoring.ts';

/** The questionnaire: one question a page. */
export default function Screen(props: ScreenProps) {
  const { museum, i18n, session, profile, clock } = props;
  const { t, language } = useTranslation(i18n, 'tailoring');
  const tailoring = useTailoring(props);
  const guide = localize(profile.guideName, language);
  return (
    <section className={styles['screen']} data-remote={__REMOTE_NAME__} data-version={__REMOTE_VERSION__}>
      <TopBar museum={museum} i18n={i18n} session={session} />
      {tailoring && <QuestionPage tailoring={tailoring} clock={clock} t={(key, values) => t(key, { guide, ...values })} />}
    </section>
  );
}

const loaders: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import(/* webpackChunkName: "texts-en" */ './texts/en.json'),
  de: () => import(/* webpackChunkName: "texts-de" */ './texts/de.json'),
  fr: () => import(/* webpackChunkName: "texts-fr" */ './texts/fr.json'),
};

/** This remote's texts in one language: a chunk of its own. */
export function loadTexts(language: Language): Promise<{ default: Texts }> {
  return loaders[language]();
}
