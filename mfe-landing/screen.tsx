import type { Texts } from '@enfilade/shared-contracts/i18n/i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import { useRef } from 'react';
import { Exhibitions } from './exhibitions.tsx';
import { Splash } from './splash.tsx';
import { useCarousel } from './use-carousel.ts';
import { useLanding } from './use-landing.ts';

/** The museum introduces itself, and the visitor chooses an exhibition. */
export default function Screen(props: ScreenProps) {
  const { museum, i18n, session } = props;
  const { t, cards, sceneUrl, resume, choose, goOn } = useLanding(props);
  const carousel = useCarousel(cards.length);
  const exhibitions = useRef<HTMLHeadingElement>(null);

  function showExhibitions() {
    exhibitions.current?.scrollIntoView();
    exhibitions.current?.focus({ preventScroll: true });
  }

  return (
    <section data-remote={__REMOTE_NAME__} data-version={__REMOTE_VERSION__}>
      <main>
        <Splash museumName={museum.name} sceneUrl={sceneUrl} isEmpty={cards.length === 0} t={t} onNext={showExhibitions}>
          <TopBar museum={museum} i18n={i18n} session={session} />
        </Splash>
        {cards.length > 0 && (
          <Exhibitions heading={exhibitions} cards={cards} carousel={carousel} resume={resume} t={t} onChoose={choose} onResume={goOn} />
        )}
      </main>
    </section>
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
