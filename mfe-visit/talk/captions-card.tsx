import type { ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import { plainTextOf } from '@enfilade/shared-contracts/conversation/transcript/entries';
import { withFrenchSpaces } from '@enfilade/shared-contracts/i18n/french-spaces';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { Card } from '@enfilade/shared-contracts/ui/card';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { Fragment, useEffect, useRef } from 'react';
import { useGuideName, useT } from '../texts/texts.ts';
import { isPartlyOriginal } from '../transcript/transcript-list.tsx';
import type { Entry } from '../transcript/translate-entries.ts';
import styles from './captions-card.module.css';

type Caption = ReturnType<typeof pickCaptions>[number];

type State = Pick<ConversationState, 'phase' | 'turn' | 'spoken'>;

/** Words marked together, because single words change too fast for the eye. */
const phraseLength = 4;
const endsPhrase = /[.,;:!?…–—]["'”’»)]*$/;
/** The visitor's words arrive all at once, so the last words are marked. */
const markedOfVisitor = 3;

export function pickCaptions(entries: readonly Entry[], state: State) {
  const last = entries.at(-1);
  const isAnswer = last?.speaker === 'guide' && entries.at(-2)?.speaker === 'visitor';
  return entries.slice(isAnswer ? -2 : -1).map((entry) => {
    const isNow = entry === last && isBeingSpoken(entry, state);
    const words = wordsIn(plainTextOf(entry));
    /** If no word is spoken, both bounds are after the last word. */
    const marked: Marked = isNow ? pickMarked(entry, words, state) : [words.length, words.length];
    return {
      key: entry.key,
      speaker: entry.speaker,
      language: entry.language,
      generated: entry.generated,
      words,
      /** Language of each word, if the caption's language differs from the voice's. */
      languages: entry.pieces?.flatMap(({ text, language }) => wordsIn(text).map(() => language)),
      isPartlyOriginal: isPartlyOriginal(entry),
      marked,
      isPast: entry !== last,
      isCutOff: entry.state === 'broken',
    };
  });
}

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean);

function isBeingSpoken({ speaker, turn }: Entry, state: State): boolean {
  if (turn !== state.turn) return false;
  return speaker === 'visitor' ? state.phase === 'listening' : state.spoken?.turn === turn;
}

type Marked = readonly [from: number, to: number];

function pickMarked({ speaker, wordAt }: Entry, words: readonly string[], state: State): Marked {
  if (speaker === 'visitor') return [Math.max(0, words.length - markedOfVisitor), words.length];
  const spoken = state.spoken?.words ?? 0;
  return phraseAt(words, wordAt?.(spoken) ?? spoken);
}

/** Empty after the last word. */
export function phraseAt(words: readonly string[], index: number): Marked {
  let from = 0;
  while (from < words.length) {
    const to = phraseEnd(words, from);
    if (index < to) return [from, to];
    from = to;
  }
  return [words.length, words.length];
}

function phraseEnd(words: readonly string[], from: number): number {
  const limit = Math.min(from + phraseLength, words.length);
  for (let end = from + 1; end < limit; end += 1) {
    if (endsPhrase.test(words[end - 1] ?? '') && end - from > 1) return end;
  }
  // A single last word belongs to the phrase before.
  return words.length - limit === 1 ? words.length : limit;
}

interface CaptionsCardProps {
  captions: readonly Caption[];
  /** The connection is lost, so newer words may be missing. */
  isStale: boolean;
  grounds: Elements;
  keys: Elements;
}

export function CaptionsCard({ captions, isStale, grounds, keys }: CaptionsCardProps) {
  const t = useT();
  const guideName = useGuideName();
  const said = useMarkedWordsInSight(captions);
  return (
    <Card corners className={`${styles['card']} ${isStale ? styles['stale'] : ''}`}>
      <div className={styles['box']} role="log" aria-live="off" aria-label={t('captions.label')}>
        {captions.map(({ key, speaker, language, generated, words, languages, isPartlyOriginal, marked: [from, to], isPast, isCutOff }) => (
          // Only the current words scroll. The speaker's name and the question stay in sight.
          <div key={key} className={`${styles['turn']} ${isPast ? styles['past'] : ''}`}>
            <b className={styles['who']}>{speaker === 'guide' ? guideName : t('speaker.visitor')}</b>
            <p
              className={styles['words']}
              lang={language}
              dir="auto"
              data-generated={generated}
              ref={isPast ? undefined : said}
              tabIndex={isPast ? undefined : 0}
            >
              {words.map((word, at) => {
                const Word = at >= from && at < to ? 'mark' : 'span';
                const isPhraseEnd = at === to - 1;
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: words are only ever added, so a word is its index
                  <Fragment key={at}>
                    <Word lang={languages?.[at] === language ? undefined : languages?.[at]}>
                      {isPhraseEnd ? word : word + spaceBetween(word, words[at + 1])}
                    </Word>
                    {isPhraseEnd && <span>{spaceBetween(word, words[at + 1])}</span>}
                  </Fragment>
                );
              })}
              {isCutOff && <small>{t('answer.cutOff')}</small>}
              {isPartlyOriginal && <small>{` ${t('captions.partly')}`}</small>}
            </p>
          </div>
        ))}
      </div>
      <div className={styles['foot']}>
        <div className={styles['grounds']}>{grounds}</div>
        <div className={styles['keys']}>{captions.at(-1)?.speaker === 'guide' && keys}</div>
      </div>
    </Card>
  );
}

interface OriginalKeyProps {
  original: { isShown: boolean; toggle(): void };
}

export function OriginalKey({ original: { isShown, toggle } }: OriginalKeyProps) {
  const t = useT();
  return (
    <QuietButton aria-label={t('captions.original')} aria-pressed={isShown} onClick={toggle}>
      <Icon name="swap" />
      <span>{t('captions.original')}</span>
    </QuietButton>
  );
}

const spaceBetween = (word: string, next = '') => withFrenchSpaces(`${word} ${next}`).charAt(word.length);

/** Scrolls the words, never the page, by whole lines to the marked words, or to the end if none is marked. */
function useMarkedWordsInSight(captions: readonly Caption[]) {
  const said = useRef<HTMLParagraphElement>(null);
  const last = captions.at(-1);
  const position = last && `${last.key} ${last.marked} ${last.words.length}`;
  useEffect(() => {
    const scroller = said.current;
    if (!scroller || position === undefined) return;
    const scroll = () => bringMarksIntoSight(scroller);
    // A turned phone or an open field changes the lines.
    const observer = new ResizeObserver(scroll);
    observer.observe(scroller);
    return () => observer.disconnect();
  }, [position]);
  return said;
}

function bringMarksIntoSight(scroller: HTMLElement) {
  const marks = scroller.querySelectorAll('mark');
  const edgeOf = (element: Element | null | undefined, edge: 'top' | 'bottom') => element?.getBoundingClientRect()[edge] ?? 0;
  const below = edgeOf(marks.item(marks.length - 1) ?? scroller.lastElementChild, 'bottom') - edgeOf(scroller, 'bottom');
  const above = edgeOf(scroller, 'top') - edgeOf(marks.item(0) ?? scroller, 'top');
  const linePx = Number.parseFloat(getComputedStyle(scroller).lineHeight) || 1;
  const linesAt = (px: number) => Math.ceil(px / linePx - 0.1);
  if (below > 1) scroller.scrollTop = linesAt(scroller.scrollTop + below) * linePx;
  else if (above > 1) scroller.scrollTop -= linesAt(above) * linePx;
}
