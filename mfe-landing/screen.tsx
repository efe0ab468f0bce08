import type { Texts } from '@enfilade/shared-contracts/i18n/i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { sceneOf, sceneUrl } from '@enfilade/shared-contracts/museum/pictures';
import type { ScreenLink, ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { Card } from '@enfilade/shared-contracts/ui/card';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { Eyebrow } from '@enfilade/shared-contracts/ui/eyebrow';
import { FindButton } from '@enfilade/shared-contracts/ui/finding/find-button';
import { isIconName } from '@enfilade/shared-contracts/ui/glyphs';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { InScreen, type ScreenState, useScreen } from '@enfilade/shared-contracts/ui/screen-context';
import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import { readVisitStart } from '@enfilade/shared-contracts/visit/minutes-left';
import { useMemo, useRef, useState } from 'react';
import { pickCards } from './cards.ts';
import { Exhibitions, exhibitionsId, Picture } from './exhibitions.tsx';
import { pickResume } from './resume.ts';
import linkStyles from './screen-links.module.css';
import styles from './splash.module.css';
import { texts, useT } from './texts/texts.ts';
import { useCarousel } from './use-carousel.ts';

interface SplashProps {
  museumName: string;
  sceneUrl: string;
  isEmpty: boolean;
  find?: Elements;
  onNext: () => void;
  children?: Elements;
}

export function Splash({ museumName, sceneUrl, isEmpty, find, onNext, children }: SplashProps) {
  const t = useT();
  return (
    <div className={styles['splash']}>
      <div className={styles['scene']}>
        <Picture url={sceneUrl} isFirst />
      </div>
      {children}
      <Card corners className={styles['card']}>
        <Eyebrow>{t('about')}</Eyebrow>
        <h1 className={styles['title']}>{t('title')}</h1>
        <div className={styles['imprint']}>
          <p className={styles['museum']}>{museumName}</p>
          <p className={styles['note']}>{t('note')}</p>
          {find}
        </div>
        {isEmpty ? (
          <p className={styles['empty']}>
            <strong>{t('empty.title')}</strong> <span>{t('empty.text')}</span>
          </p>
        ) : (
          <Button kind="main" icon="arrow-down" className={styles['next']} aria-controls={exhibitionsId} onClick={onNext}>
            {t('toExhibitions')}
          </Button>
        )}
      </Card>
    </div>
  );
}

export default function Screen(props: ScreenProps) {
  return (
    <InScreen props={props} namespace="landing">
      <LandingScreen />
    </InScreen>
  );
}

function LandingScreen() {
  const props = useScreen();
  const { museum, i18n, session } = props;
  const find = <FindButton className={styles['find']} />;
  const { cards, sceneUrl, resume, choose, continueVisit } = useLanding(props);
  const links = props.links?.filter(({ place }) => place === 'landing-card') ?? [];
  const carousel = useCarousel(cards.length);
  const exhibitions = useRef<HTMLHeadingElement>(null);

  function showExhibitions() {
    exhibitions.current?.scrollIntoView();
    exhibitions.current?.focus({ preventScroll: true });
  }

  return (
    <section className={styles['screen']} data-remote={__REMOTE_NAME__} data-version={__REMOTE_VERSION__}>
      <main>
        <Splash museumName={museum.name} sceneUrl={sceneUrl} isEmpty={cards.length === 0} find={find} onNext={showExhibitions}>
          <TopBar museum={museum} i18n={i18n} session={session} isInMain />
        </Splash>
        {cards.length > 0 && (
          <Exhibitions heading={exhibitions} cards={cards} carousel={carousel} resume={resume} onChoose={choose} onResume={continueVisit} />
        )}
        {links.length > 0 && <ScreenLinks links={links} onOpen={(screen) => props.go({ screen })} />}
      </main>
    </section>
  );
}

interface ScreenLinksProps {
  links: readonly ScreenLink[];
  onOpen(screen: string): void;
}

/** Other teams may have made the linked screens. */
export function ScreenLinks({ links, onOpen }: ScreenLinksProps) {
  const t = useT();
  return (
    <nav className={linkStyles['links']} aria-label={t('more')}>
      <ul className={linkStyles['list']}>
        {links.map(({ id, screen, title, note, icon = '' }) => (
          <li key={id}>
            <button type="button" className={linkStyles['link']} onClick={() => onOpen(screen)}>
              <span className={linkStyles['words']}>
                <span className={linkStyles['title']}>{title}</span>
                {note && <span className={linkStyles['note']}>{note}</span>}
              </span>
              <Icon name={isIconName(icon) ? icon : 'arrow-right'} />
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

class MissingMuseumError extends Error {
  readonly code = 'missing-museum';
  constructor() {
    super('Attempted to show collection carousel without a museum being set');
  }
}

/** @throws MissingMuseumError */
function useLanding(props: ScreenState) {
  const { museum, profile, session, conversation, bus, clock, wantsPremium = false, go, language } = props;
  const { themeMode, exhibitionId, answers } = useStore(session.store, (state) => state);
  const room = useStore(conversation.store, (state) => state.room);
  // The host shows no screen without a museum. A named error reports a bug of the host.
  if (!museum) throw new MissingMuseumError();

  const cards = pickCards({ museum, profile, language, themeMode });
  const [now] = useState(() => clock.now());
  const startedAt = useMemo(() => readVisitStart(exhibitionId), [exhibitionId]);
  const resume = pickResume({ cards, profile, language, wantsPremium, exhibitionId, answers, room, startedAt, now });

  function choose(exhibitionId: string) {
    session.chooseExhibition(exhibitionId);
    bus.emit('collection-chosen', { exhibitionId });
    go({ screen: profile.entryScreen === 'text-chat' ? 'chat' : 'tailoring' });
  }

  return {
    cards,
    sceneUrl: sceneUrl(museum._id, sceneOf(profile, museum.exhibitions[0]?._id), themeMode),
    resume,
    choose,
    continueVisit: () => resume && go(resume.to),
  };
}

/** The host registers these under the remote's name before it renders the screen. */
export function loadTexts(language: Language): Promise<{ default: Texts }> {
  return texts[language]();
}
