import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Card } from '@enfilade/shared-contracts/ui/card';
import { useEffect, useRef } from 'react';
import type { Caption } from './captions.ts';
import styles from './captions-card.module.css';

interface CaptionsCardProps {
  captions: readonly Caption[];
  guideName: string;
  /** The line is lost: what is shown may not be the latest. */
  isStale: boolean;
  t: Translate;
}

/** The label beside the guide's voice: what is being said, by whom, the words being said marked. */
export function CaptionsCard({ captions, guideName, isStale, t }: CaptionsCardProps) {
  const box = useFollowedWords(captions);
  return (
    <Card corners className={`${styles['card']} ${isStale ? styles['stale'] : ''}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable for the arrow keys */}
      <div className={styles['box']} ref={box} role="log" aria-live="off" aria-label={t('captions.label')} tabIndex={0}>
        {captions.map(({ key, speaker, before, marked, after, isPast, isCutOff }) => (
          <p key={key} className={`${styles['turn']} ${isPast ? styles['past'] : ''}`}>
            <b className={styles['who']}>{speaker === 'guide' ? guideName : t('speaker.visitor')}</b>
            <span>
              {before} {marked && <mark className={styles['mark']}>{marked}</mark>} {after}
              {isCutOff && ` ${t('entry.cutOff')}`}
            </span>
          </p>
        ))}
      </div>
    </Card>
  );
}

/** Keeps the marked words in sight, or the end where none are. Moves the card alone, never the page. */
function useFollowedWords(captions: readonly Caption[]) {
  const box = useRef<HTMLDivElement>(null);
  const last = captions.at(-1);
  const place = last && `${last.key} ${last.before.length} ${last.marked.length}`;
  useEffect(() => {
    const scroller = box.current;
    if (!scroller || place === undefined) return;
    const words = scroller.querySelector('mark') ?? scroller.lastElementChild;
    const { top, bottom } = scroller.getBoundingClientRect();
    const spot = words?.getBoundingClientRect();
    if (!spot) return;
    if (spot.bottom > bottom) scroller.scrollTop += spot.bottom - bottom;
    else if (spot.top < top) scroller.scrollTop -= top - spot.top;
  }, [place]);
  return box;
}
