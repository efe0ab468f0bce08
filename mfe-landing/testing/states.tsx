import type { States } from '@enfilade/shared-contracts/remote/states-page';
import { LiteralTopBar } from '@enfilade/shared-contracts/remote/testing/literal-top-bar';
import { FakeScreen } from '@enfilade/shared-contracts/ui/testing/fake-screen';
import { type ComponentProps, useEffect, useRef } from 'react';
import type { ExhibitionCard } from '../cards.ts';
import { Exhibitions } from '../exhibitions.tsx';
import type { Resume } from '../resume.ts';
import { ScreenLinks, Splash } from '../screen.tsx';
import styles from '../splash.module.css';
import type { TextKey, Translate } from '../texts/texts.ts';

const nothing = () => undefined;

export const cards = (count: number): ExhibitionCard[] =>
  Array.from({ length: count }, (_, index) => ({
    exhibitionId: String(index),
    numeral: `0${index + 1}`,
    name: `Exhibition ${index + 1}`,
    coverUrl: '/cover.svg',
  }));
export const carousel = (current: number, shown: number[] = []) => ({
  viewport: nothing,
  current,
  areAllSeen: false,
  show: (slide: number) => void shown.push(slide),
  onKeyDown: nothing,
});
const resume: Resume = {
  name: 'Painting Salon',
  note: { key: 'resume.room', values: { number: 1, total: 3 } },
  minutesLeft: 9,
  to: { screen: 'visit' },
};

export const splash = { museumName: 'Palazzo Belmonte', sceneUrl: '/scene.svg', isEmpty: false, onNext: nothing };
const views = { resume: undefined, onChoose: nothing, onResume: nothing };

interface LandingProps {
  t: Translate;
  exhibitions?: Omit<ComponentProps<typeof Exhibitions>, 'heading'>;
  isBelow?: boolean;
  links?: ComponentProps<typeof ScreenLinks>['links'];
}

function Landing({ t, exhibitions, isBelow = false, links }: LandingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isBelow) heading.current?.scrollIntoView();
  }, [isBelow]);
  return (
    <FakeScreen t={t}>
      <section className={styles['screen']}>
        <main>
          <Splash {...splash} isEmpty={!exhibitions}>
            <LiteralTopBar museum={{ name: splash.museumName, logoSvgURL: '/logo.svg' }} isInMain />
          </Splash>
          {exhibitions && <Exhibitions {...exhibitions} heading={heading} />}
          {links && <ScreenLinks links={links} onOpen={nothing} />}
        </main>
      </section>
    </FakeScreen>
  );
}

const several = { ...views, cards: cards(5), carousel: carousel(1) };

const links = [
  { id: 'poster', place: 'landing-card', screen: 'poster', title: 'Museum poster', note: 'Your visit on one sheet, to print at home' },
  { id: 'quiz', place: 'landing-card', screen: 'quiz', title: 'Museum quiz' },
];

export const states: States<TextKey> = (t) => ({
  splash: <Landing t={t} exhibitions={several} />,
  empty: <Landing t={t} />,
  carousel: <Landing t={t} exhibitions={several} isBelow />,
  many: <Landing t={t} exhibitions={{ ...views, cards: cards(8), carousel: carousel(0) }} isBelow />,
  single: <Landing t={t} exhibitions={{ ...views, cards: cards(1), carousel: carousel(0) }} isBelow />,
  returning: <Landing t={t} exhibitions={{ ...views, cards: cards(2), carousel: carousel(0), resume }} isBelow />,
  links: <Landing t={t} exhibitions={{ ...views, cards: cards(1), carousel: carousel(0) }} links={links} isBelow />,
  link: <Landing t={t} links={links.slice(0, 1)} />,
});
