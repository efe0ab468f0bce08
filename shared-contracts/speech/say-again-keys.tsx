import { QuietButton } from '../ui/button.tsx';
import type { IconName } from '../ui/glyphs.ts';
import { Icon } from '../ui/icon.tsx';
import type { Wish } from './say-again.ts';
import type { Translate } from './texts/texts.ts';
import type { Speech } from './use-speech.ts';

/** The first is what is wished for most; where there is room for one key alone, it is that. */
const keysOf: Record<NonNullable<Speech['sayAgain']['state']>, readonly Wish[]> = {
  saying: ['pause', 'slower'],
  paused: ['resume', 'again'],
  silent: ['again', 'slower'],
};
const icons: Record<Exclude<Wish, 'stop'>, IconName> = { again: 'retry', slower: 'slower', pause: 'pause', resume: 'play' };
const shortcuts: Record<Exclude<Wish, 'stop'>, string> = { again: 'Alt+A', slower: 'Alt+S', pause: 'Alt+P', resume: 'Alt+P' };

/** What can be done with the last answer, as keys without words. */
export function SayAgainKeys({ sayAgain, t }: { sayAgain: Speech['sayAgain']; t: Translate }) {
  const { state, fulfil } = sayAgain;
  if (!state) return null;
  return keysOf[state].map((wish) =>
    wish === 'stop' ? null : (
      <QuietButton key={wish} aria-label={t(`again.${wish}`)} aria-keyshortcuts={shortcuts[wish]} onClick={() => fulfil(wish)}>
        <Icon name={icons[wish]} />
      </QuietButton>
    ),
  );
}
