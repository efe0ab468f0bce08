import type { States } from '@enfilade/shared-contracts/remote/states-page';
import type { ExhibitionCard } from '../cards.ts';
import { Exhibitions } from '../exhibitions.tsx';
import type { Resume } from '../resume.ts';
import { Splash } from '../screen.tsx';
import type { TextKey } from '../texts/texts.ts';

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
  show: (slide: number) => void shown.push(slide),
  onKeyDown: nothing,
});
export const resume: Resume = {
  name: 'Painting Salon',
  note: { key: 'resume.room', values: { number: 1, total: 3 } },
  to: { screen: 'visit' },
};

export const splash = { museumName: 'Palazzo Belmonte', sceneUrl: '/scene.svg', isEmpty: false, onNext: nothing };
const views = { heading: { current: null }, resume: undefined, onChoose: nothing, onResume: nothing };

/** What `npm run dev` in this folder shows. */
export const states: States<TextKey> = (t) => ({
  splash: <Splash {...splash} t={t} />,
  empty: <Splash {...splash} isEmpty t={t} />,
  carousel: <Exhibitions {...views} cards={cards(5)} carousel={carousel(1)} t={t} />,
  many: <Exhibitions {...views} cards={cards(8)} carousel={carousel(0)} t={t} />,
  single: <Exhibitions {...views} cards={cards(1)} carousel={carousel(0)} t={t} />,
  returning: <Exhibitions {...views} cards={cards(2)} carousel={carousel(0)} resume={resume} t={t} />,
});
