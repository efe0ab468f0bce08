import { Button, QuietButton } from '@enfilade/shared-contracts/ui/button';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import { useStickToBottom } from '@enfilade/shared-contracts/ui/use-stick-to-bottom';
import { memo, type ReactNode, useEffect } from 'react';
import type { Translate } from '../texts/texts.ts';
import type { SpeakerFilter } from '../ui-state/visit-ui-state.ts';
import { type Entry, pickShown } from './entries.ts';
import styles from './transcript-list.module.css';

interface TranscriptListProps {
  entries: readonly Entry[];
  shown: SpeakerFilter;
  guideName: string;
  isThinking: boolean;
  t: Translate;
  /** Below the last entry. */
  problem: ReactNode;
  /** At the end. */
  questions: ReactNode;
  onFilter(shown: SpeakerFilter): void;
}

/** Of the filter, which stays at the top. */
const filterPx = 44;
const findNewest = (list: Element) => list.lastElementChild;

/** A log that is not read out while it streams in: the screen announces each finished answer once. */
export function TranscriptList({ entries, shown, guideName, isThinking, t, problem, questions, onFilter }: TranscriptListProps) {
  const hasBegun = entries.length > 0;
  const listed = pickShown(entries, shown);
  const { box, content, list, isAtEnd, scrollToEnd } = useStickToBottom<HTMLOListElement>({
    hasBegun,
    keepsBeginning: true,
    freeAbovePx: filterPx,
    findNewest,
  });
  const ownEntry = entries.findLast((entry) => entry.speaker === 'visitor')?.key;
  // A visitor who asks wants to see the answer, wherever they had scrolled to.
  useEffect(() => {
    if (ownEntry) scrollToEnd('beginning');
  }, [ownEntry, scrollToEnd]);
  return (
    <div className={styles['frame']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable for the arrow keys */}
      <div className={styles['box']} ref={box} role="log" aria-live="off" aria-label={t('log.label')} tabIndex={0}>
        <div className={styles['content']} ref={content}>
          {hasBegun ? (
            <SpeakerFilterBar shown={shown} guideName={guideName} t={t} onChoose={onFilter} />
          ) : (
            <p className={styles['welcome']}>{t('welcome', { guide: guideName })}</p>
          )}
          <ol ref={list}>
            {listed.map((entry) => (
              <TranscriptEntry
                key={entry.key}
                number={entry.number}
                speaker={entry.speaker}
                text={entry.text}
                sources={entry.sources}
                isNewest={entry === listed.at(-1)}
                isCutOff={entry.state === 'broken' && !(problem && entry.number === entries.length)}
                name={entry.speaker === 'guide' ? guideName : t('speaker.visitor')}
                t={t}
              />
            ))}
          </ol>
          {isThinking && (
            <div className={styles['thinking']}>
              <GuideAvatar state="thinking" size="2.25rem" />
              <p>{t('thinking')}</p>
            </div>
          )}
          {problem}
          {questions}
        </div>
      </div>
      {hasBegun && !isAtEnd && (
        <div className={styles['latest']}>
          <Button icon="arrow-down" className={styles['jump']} onClick={() => scrollToEnd('beginning')}>
            {t('log.latest')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface TranscriptEntryProps extends Pick<Entry, 'number' | 'speaker' | 'text' | 'sources'> {
  isNewest: boolean;
  /** The answer is incomplete, and no notice below says so. */
  isCutOff: boolean;
  /** Of the speaker, in the visitor's language. */
  name: string;
  t: Translate;
}

const TranscriptEntry = memo(function TranscriptEntry(props: TranscriptEntryProps) {
  const { number, speaker, text, sources, isNewest, isCutOff, name, t } = props;
  const names = [styles['entry'], isNewest && styles['newest'], speaker === 'guide' && styles['guide']];
  return (
    <li className={names.filter(Boolean).join(' ')}>
      <span className={styles['number']} aria-hidden="true">
        {number}
      </span>
      <div>
        <h2 className={styles['name']}>{name}</h2>
        <p className={styles['words']}>{text}</p>
        {isCutOff && <p className={styles['note']}>{t('entry.cutOff')}</p>}
        {sources.map((title) => (
          <p className={styles['note']} key={title}>
            {t('entry.source', { title })}
          </p>
        ))}
      </div>
    </li>
  );
});

const choices: readonly SpeakerFilter[] = ['both', 'guide'];

interface SpeakerFilterBarProps {
  shown: SpeakerFilter;
  guideName: string;
  t: Translate;
  onChoose(shown: SpeakerFilter): void;
}

/** Whose words the transcript shows. */
function SpeakerFilterBar({ shown, guideName, t, onChoose }: SpeakerFilterBarProps) {
  return (
    <fieldset className={styles['filter']} aria-label={t('filter.label')}>
      {choices.map((each) => (
        <QuietButton key={each} className={styles['choice']} aria-pressed={each === shown} onClick={() => onChoose(each)}>
          {t(`filter.${each}`, { guide: guideName })}
        </QuietButton>
      ))}
    </fieldset>
  );
}
