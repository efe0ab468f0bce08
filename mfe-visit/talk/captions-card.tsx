import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Card } from '@enfilade/shared-contracts/ui/card';
import { useEffect, useRef } from 'react';
import type { Caption } from './captions.ts';
import styles from './captions-card.module.css';

interface CaptionsCardProps {
  captions: readonly Caption[];
  guideName: string;
  /** The connection is lost: newer words may be missing. */
  isStale: boolean;
  t: Translate;
}

/** What is being said, with the words being spoken marked. */
export function CaptionsCard({ captions, guideName, isStale, t }: CaptionsCardProps) {
  const box = useMarkedWordsInSight(captions);
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

/** Scrolls the card, never the page, to the marked words, or to the end without any. */
function useMarkedWordsInSight(captions: readonly Caption[]) {
  const box = useRef<HTMLDivElement>(null);
  const last = captions.at(-1);
  const position = last && `${last.key} ${last.before.length} ${last.marked.length}`;
  useEffect(() => {
    const scroller = box.current;
    if (!scroller || position === undefined) return;
    const words = scroller.querySelector('mark') ?? scroller.lastElementChild;
    const { top, bottom } = scroller.getBoundingClientRect();
    const target = words?.getBoundingClientRect();
    if (!target) return;
    if (target.bottom > bottom) scroller.scrollTop += target.bottom - bottom;
    else if (target.top < top) scroller.scrollTop -= top - target.top;
  }, [position]);
  return box;
}
