import { plainTextOf } from '@enfilade/shared-contracts/conversation/transcript/entries';
import { needsMarkdown } from '@enfilade/shared-contracts/conversation/transcript/plain-text';
import { withFrenchSpaces } from '@enfilade/shared-contracts/i18n/french-spaces';
import { createLazy } from '@enfilade/shared-contracts/kit/create-lazy';
import { useLazy } from '@enfilade/shared-contracts/kit/use-store';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { CopyItem } from '@enfilade/shared-contracts/ui/copy-item';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { AnswerGrounds } from '@enfilade/shared-contracts/ui/finding/answer-grounds';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import { MessageLog } from '@enfilade/shared-contracts/ui/message-log';
import { MuseumLine, PictureAbove } from '@enfilade/shared-contracts/ui/picture-beside';
import type { Reader } from '@enfilade/shared-contracts/ui/speech/reading/create-reader';
import { ListenItem } from '@enfilade/shared-contracts/ui/speech/reading/listen-button';
import { memo } from 'react';
import { useGuideName, useT } from '../texts/texts.ts';
import type { SpeakerFilter } from '../ui-state/use-visit-ui-state.ts';
import styles from './transcript-list.module.css';
import type { Entry } from './translate-entries.ts';

/** Whether a sentence of the entry has no translation. */
export const isPartlyOriginal = ({ pieces = [], language }: Pick<Entry, 'pieces' | 'language'>): boolean =>
  pieces.some((piece) => piece.language !== language);

/** Each entry keeps its number. */
export function pickShown(entries: readonly Entry[], shown: SpeakerFilter): readonly Entry[] {
  return shown === 'both' ? entries : entries.filter(({ speaker }) => speaker === shown);
}

interface TranscriptListProps {
  entries: readonly Entry[];
  shown: SpeakerFilter;
  isThinking?: boolean;
  /** All entries are earlier turns: none counts as the newest. */
  isPast?: boolean;
  /** Absent if captions and voice have the same language. */
  original?: { isShown: boolean; toggle(): void } | undefined;
  /** Absent if the museum has no voices. */
  reader?: Reader | undefined;
  welcome?: Elements;
  problem?: Elements;
  questions?: Elements;
  onFilter(shown: SpeakerFilter): void;
}

export function TranscriptList(props: TranscriptListProps) {
  const t = useT();
  const guideName = useGuideName();
  const { entries, shown, isThinking, isPast, original, reader, welcome, problem, questions, onFilter } = props;
  const hasBegun = entries.length > 0;
  const listed = pickShown(entries, shown);
  const latest = t('log.latest');
  // After the greeting, only one speaker exists.
  const isFiltered = shown !== 'both' || original || entries.some(({ speaker }) => speaker === 'visitor');
  const bottom = (
    <>
      {isThinking && (
        <div className={styles['thinking']}>
          <GuideAvatar state="thinking" size="2.25rem" />
          <p>{t('thinking')}</p>
        </div>
      )}
      {problem}
      {questions}
    </>
  );
  return (
    <MessageLog
      label={t('log.label')}
      hasBegun={hasBegun}
      hasMargin
      ownMessage={entries.findLast((entry) => entry.speaker === 'visitor')?.key}
      jumpLabels={{ latest, news: latest }}
      jumpsTo="beginning"
      top={hasBegun ? isFiltered && <SpeakerFilterBar {...{ shown, original }} onChoose={onFilter} /> : welcome}
      bottom={bottom}
    >
      <ol>
        {listed.map((entry) => (
          <TranscriptEntry
            key={entry.key}
            entry={entry}
            isNewest={!isPast && entry === listed.at(-1)}
            isCutOff={entry.state === 'broken' && !(problem && entry.number === entries.length)}
            reader={entry.speaker === 'guide' && entry.state !== 'arriving' ? reader : undefined}
            name={entry.speaker === 'guide' ? guideName : t('speaker.visitor')}
          />
        ))}
      </ol>
    </MessageLog>
  );
}

interface TranscriptEntryProps {
  entry: Entry;
  isNewest: boolean;
  /** No notice below says that the answer is incomplete. */
  isCutOff: boolean;
  reader: Reader | undefined;
  name: string;
}

const TranscriptEntry = memo(function TranscriptEntry({ entry, isNewest, isCutOff, reader, name }: TranscriptEntryProps) {
  const t = useT();
  const { key, number, speaker, said, pieces, sources, language, state, generated } = entry;
  const isGuide = speaker === 'guide';
  const isArriving = state === 'arriving';
  const names = [styles['entry'], isNewest && styles['newest'], isGuide && styles['guide']];
  return (
    <li className={names.filter(Boolean).join(' ')} data-own={!isGuide || undefined}>
      <span className={styles['number']} aria-hidden="true">
        {number}
      </span>
      <div>
        <div className={styles['head']}>
          <h2 className={styles['name']}>{name}</h2>
          {reader && <ListenItem reader={reader} id={key} readText={() => said ?? plainTextOf(entry)} />}
          {isGuide && !isArriving && <CopyItem isSmall readText={() => plainTextOf(entry)} />}
        </div>
        <div className={styles['words']} lang={language} data-generated={generated}>
          {pieces ? <Pieces pieces={pieces} language={language} /> : <Words entry={entry} />}
        </div>
        {isPartlyOriginal({ pieces, language }) && <p className={styles['note']}>{t('captions.partly')}</p>}
        {isCutOff && <p className={styles['note']}>{t('answer.cutOff')}</p>}
        <AnswerGrounds sources={sources} language={language} isWaiting={isArriving} isInRow />
      </div>
    </li>
  );
});

/** Few answers have Markdown. */
const richCode = createLazy(() => import(/* webpackChunkName: "markdown" */ './rich-words.tsx'));

function Words({ entry }: { entry: Entry }) {
  const { text, isMarkdown } = entry;
  const isRich = isMarkdown === true && (text.includes('\n') || needsMarkdown(text));
  // If the chunk does not load, the answer shows no Markdown.
  const code = useLazy(richCode, isRich);
  if (isRich && code) return <code.RichWords entry={entry} />;
  // A browser's translator replaces text nodes, which React could then not remove.
  return <span>{withFrenchSpaces(isRich ? plainTextOf(entry) : text)}</span>;
}

function Pieces({ pieces, language }: { pieces: NonNullable<Entry['pieces']>; language: Entry['language'] }) {
  return pieces.map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: sentences are only ever added
    <span key={at} lang={piece.language === language ? undefined : piece.language}>
      {`${withFrenchSpaces(piece.text)} `}
    </span>
  ));
}

interface WelcomeProps {
  museumName: string;
  sceneUrl: string;
}

/** The picture fills the free space below the greeting. */
export function Welcome({ museumName, sceneUrl }: WelcomeProps) {
  const t = useT();
  return (
    <>
      <MuseumLine museumName={museumName} />
      <p className={styles['welcome']}>{t('welcome')}</p>
      <PictureAbove className={styles['picture']} url={sceneUrl} />
    </>
  );
}

const choices: readonly SpeakerFilter[] = ['both', 'guide'];

interface SpeakerFilterBarProps {
  shown: SpeakerFilter;
  original: TranscriptListProps['original'];
  onChoose(shown: SpeakerFilter): void;
}

function SpeakerFilterBar({ shown, original, onChoose }: SpeakerFilterBarProps) {
  const t = useT();
  return (
    <fieldset className={styles['filter']} aria-label={t('filter.label')}>
      {choices.map((each) => (
        <QuietButton key={each} className={styles['choice']} aria-pressed={each === shown} onClick={() => onChoose(each)}>
          {t(`filter.${each}`)}
        </QuietButton>
      ))}
      {original && (
        <QuietButton className={styles['choice']} aria-pressed={original.isShown} onClick={original.toggle}>
          {t('captions.original')}
        </QuietButton>
      )}
    </fieldset>
  );
}
