import { QuietButton } from '../button.tsx';
import type { IconName } from '../glyphs.ts';
import { Icon } from '../icon.tsx';
import type { Wish as AnyWish } from './say-again.ts';
import { useT } from './texts/texts.ts';
import type { Speech } from './use-speech.ts';

type Wish = Exclude<AnyWish, 'stop'>;

/** The first is what is wished for most; where there is room for one key alone, it is that. */
const keysOf: Record<NonNullable<Speech['sayAgain']['state']>, readonly Wish[]> = {
  saying: ['pause', 'slower'],
  paused: ['resume', 'again'],
  silent: ['again', 'slower'],
};
const icons: Record<Wish, IconName> = { again: 'retry', slower: 'slower', pause: 'pause', resume: 'play' };

/** What can be done with the last answer; where there is room, with words. */
export function SayAgainKeys({ sayAgain }: { sayAgain: Speech['sayAgain'] }) {
  const t = useT();
  const { state, fulfil } = sayAgain;
  if (!state) return null;
  return keysOf[state].map((wish) => (
    <QuietButton key={wish} aria-label={t(`again.${wish}`)} onClick={() => fulfil(wish)}>
      <Icon name={icons[wish]} />
      <span>{t(`again.${wish}`)}</span>
    </QuietButton>
  ));
}
