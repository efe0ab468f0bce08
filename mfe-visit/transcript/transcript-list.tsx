import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import { memo, type ReactNode, useEffect } from 'react';
import type { Shown } from '../ui-state/visit-ui-state.ts';
import { type Entry, pickShown } from './entries.ts';
import styles from './transcript-list.module.css';
import { useStickToBottom } from './use-stick-to-bottom.ts';

/** Stands where the answer will stand: the guide's sign, and the state in words. */
function ThinkingRow({ words }: { words: string }) {
  return (
    <div className={styles['thinking']}>
      <GuideAvatar state="thinking" size="2.25rem" />
      <p>{words}</p>
    </div>
  );
}

interface LedgerEntryProps extends Pick<Entry, 'number' | 'speaker' | 'text' | 'sources'> {
  isNewest: boolean;
  /** The answer ends before its end. */
  isCutOff: boolean;
  /** Who speaks, in the visitor's language. */
  name: string;
  t: Translate;
}

/** One numbered turn. The newest answer stands large, in the museum's own type. */
const LedgerEntry = memo(function LedgerEntry({ number, speaker, text, sources, isNewest, isCutOff, name, t }: LedgerEntryProps) {
  const names = [styles['entry'], isNewest && styles['newest'], speaker === 'guide' && styles['guide']];
  return (
    <li className={names.filter(Boolean).join(' ')}>
      <span className={styles['number']} aria-hidden="true">
        {number}
      </span>
      <div className={styles['said']}>
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

interface LedgerProps {
  entries: readonly Entry[];
  shown: Shown;
  guideName: string;
  isThinking: boolean;
  t: Translate;
  /** Stands before the first turn. */
  welcome: ReactNode;
  /** Stands before all turns. */
  filter: ReactNode;
  /** Stands after the last turn and says why its answer is not whole. */
  trouble: ReactNode;
  /** What to ask next, at the end. */
  questions: ReactNode;
}

/**
 * The visit as a numbered, ruled list. It is a log whose changes are not read out as they stream in; the
 * screen announces each finished answer once.
 */
export function Ledger({ entries, shown, guideName, isThinking, t, ...parts }: LedgerProps) {
  const newest = entries.length;
  const listed = pickShown(entries, shown);
  const { box, content, list, isAtEnd, jumpToEnd } = useStickToBottom(newest > 0);
  const ownTurn = entries.findLast((entry) => entry.speaker === 'visitor')?.key;
  // Whoever asks wants to see the answer, wherever they had scrolled to.
  useEffect(() => {
    if (ownTurn) jumpToEnd();
  }, [ownTurn, jumpToEnd]);
  return (
    <div className={styles['frame']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable for the arrow keys */}
      <div className={styles['box']} ref={box} role="log" aria-live="off" aria-label={t('log.label')} tabIndex={0}>
        <div className={styles['content']} ref={content}>
          {newest === 0 ? parts.welcome : parts.filter}
          <ol ref={list}>
            {listed.map((entry) => (
              <LedgerEntry
                key={entry.key}
                number={entry.number}
                speaker={entry.speaker}
                text={entry.text}
                sources={entry.sources}
                isNewest={entry === listed.at(-1)}
                isCutOff={entry.state === 'broken' && !(parts.trouble && entry.number === newest)}
                name={entry.speaker === 'guide' ? guideName : t('speaker.visitor')}
                t={t}
              />
            ))}
          </ol>
          {isThinking && <ThinkingRow words={t('thinking')} />}
          {parts.trouble}
          {parts.questions}
        </div>
      </div>
      {newest > 0 && !isAtEnd && (
        <div className={styles['latest']}>
          <Button icon="arrow-down" className={styles['jump']} onClick={jumpToEnd}>
            {t('log.latest')}
          </Button>
        </div>
      )}
    </div>
  );
}
