import type { GroupFacts } from '@enfilade/shared-contracts/api/group';
import { generatedMark } from '@enfilade/shared-contracts/conversation/transcript/entries';
import { withFrenchSpaces } from '@enfilade/shared-contracts/i18n/french-spaces';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { Eyebrow } from '@enfilade/shared-contracts/ui/eyebrow';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { useEffect, useRef } from 'react';
import pageStyles from '../screens/page.module.css';
import { ActionBar, PageTop, takeFocus } from '../screens/page-parts.tsx';
import styles from './follow.module.css';
import { type Connection, type FollowedLine, isOver, type ShownLine } from './follow-group.ts';
import type { Translate } from './texts/texts.ts';

type ReadLine = FollowedLine & { shown: ShownLine };

interface FollowViewProps {
  /** Undefined until the group is known. */
  museum: Museum | undefined;
  t: Translate;
  language: Language;
  connection: Connection;
  facts: Pick<GroupFacts, 'isPaused' | 'isLeaderAway'> | undefined;
  room: { number: number; count: number; name: string } | undefined;
  exhibition: string | undefined;
  guideName: string;
  sceneUrl: string | undefined;
  turns: readonly { key: string; questions: readonly ReadLine[]; answers: readonly ReadLine[] }[];
  /** Undefined if the museum has no voice. */
  readAloud: { isOn: boolean; hasFailed: boolean; toggle(): void } | undefined;
  onLeave(): void;
}

export function FollowView(props: FollowViewProps) {
  const { museum, t, connection, room, exhibition, sceneUrl, turns, readAloud, onLeave } = props;
  const hasEnded = isOver(connection);
  return (
    <div className={styles['sheet']}>
      <PageTop museum={museum} />
      {sceneUrl && <img src={sceneUrl} alt="" className={styles['scene']} />}
      <main className={styles['page']}>
        <div className={styles['head']}>
          <Eyebrow>{t('follow.heading')}</Eyebrow>
          <h1 ref={takeFocus} tabIndex={-1}>
            {room ? <RoomName {...room} /> : (exhibition ?? museum?.name ?? t('title'))}
          </h1>
          <ConnectionNote {...props} />
        </div>
        {turns.length > 0 && <Lines {...props} />}
        {!hasEnded && turns.length === 0 && <NothingYet {...props} />}
      </main>
      <ActionBar>
        {readAloud && !hasEnded && <ReadAloudButton {...readAloud} t={t} />}
        <Button wide kind={hasEnded ? 'main' : 'plain'} onClick={onLeave}>
          {t(hasEnded ? 'exhibitions' : 'leave')}
        </Button>
      </ActionBar>
    </div>
  );
}

function RoomName({ number, count, name }: NonNullable<FollowViewProps['room']>) {
  return (
    <>
      <span className={styles['number']}>
        <span>{number}</span>
        <small>{`/${count}`}</small>
      </span>{' '}
      <span>{name}</span>
    </>
  );
}

function NothingYet({ connection, t }: Pick<FollowViewProps, 'connection' | 't'>) {
  return (
    <div className={styles['empty']}>
      <GuideAvatar state={connection === 'live' ? 'idle' : 'thinking'} size="9rem" />
      {connection === 'live' && <p>{t('state.waiting')}</p>}
    </div>
  );
}

function ReadAloudButton({ isOn, hasFailed, toggle, t }: NonNullable<FollowViewProps['readAloud']> & { t: Translate }) {
  return (
    <div className={styles['listen']}>
      <Button wide icon={isOn ? 'stop' : 'sound-on'} iconSide="start" onClick={toggle}>
        {t(isOn ? 'listen.off' : 'listen.on')}
      </Button>
      <p role="status" className={styles['note']}>
        {t(hasFailed ? 'listen.failed' : 'listen.hint')}
      </p>
    </div>
  );
}

function ConnectionNote({ connection, facts, t }: Pick<FollowViewProps, 'connection' | 'facts' | 't'>) {
  const state = connection === 'live' ? stateOf(facts) : connection;
  return (
    <>
      <p role="status" className={styles['state']} data-state={state}>
        {t(`state.${state}`)}
      </p>
      {(state === 'ended' || state === 'unknown') && <p>{t(`state.${state}Text`)}</p>}
    </>
  );
}

function stateOf(facts: FollowViewProps['facts']) {
  if (facts?.isPaused) return 'paused';
  return facts?.isLeaderAway ? 'away' : 'live';
}

function Lines({ turns, language, guideName, t }: Pick<FollowViewProps, 'turns' | 'language' | 'guideName' | 't'>) {
  const end = useRef<HTMLDivElement>(null);
  const last = turns.at(-1)?.answers.at(-1) ?? turns.at(-1)?.questions.at(-1);
  const isNearEnd = useRef<boolean>(true);
  useEffect(() => {
    // If a follower has scrolled back, the position stays.
    const onScroll = () => {
      isNearEnd.current = window.innerHeight + window.scrollY > document.documentElement.scrollHeight - 240;
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);
  const hasOpened = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new or changed line scrolls the page
  useEffect(() => {
    // The first turn leaves the page at the top, with the room's name in view.
    const isOpening = !hasOpened.current && turns.length === 1;
    hasOpened.current = true;
    if (isOpening) return;
    if (isNearEnd.current) end.current?.scrollIntoView({ block: 'nearest' });
  }, [last?.key, last?.text, last?.shown]);
  const translated = turns.flatMap(({ answers, questions }) => [...questions, ...answers]).find(({ shown }) => shown.kind === 'said');
  return (
    <>
      {/* Off, because the status below announces each complete answer. */}
      <div role="log" aria-live="off" aria-label={t('lines.name')}>
        <ol className={styles['turns']}>
          {turns.map(({ key, questions, answers }, index) => (
            <li key={key} data-newest={index === turns.length - 1 || undefined}>
              {questions.map((line) => (
                <p key={line.key} className={pageStyles['question']}>
                  <VisuallyHidden>{`${t('lines.question')}: `}</VisuallyHidden>
                  <Words line={line} language={language} t={t} />
                </p>
              ))}
              {answers.length > 0 && (
                <p className={styles['answer']}>
                  <VisuallyHidden>{`${t('lines.guide', { guide: guideName })}: `}</VisuallyHidden>
                  {answers.map((line) => (
                    <Words key={line.key} line={line} language={language} t={t} />
                  ))}
                </p>
              )}
            </li>
          ))}
        </ol>
      </div>
      <VisuallyHidden as="p" role="status">
        {wholeAnswerOf(turns.at(-1))}
      </VisuallyHidden>
      {translated && <p className={styles['note']}>{t('lines.translated', { language: nameOf(translated.language, language) })}</p>}
      <div ref={end} className={styles['end']} />
    </>
  );
}

/** Empty until all lines of the answer are complete and translated. */
function wholeAnswerOf(turn: FollowViewProps['turns'][number] | undefined): string {
  const texts = (turn?.answers ?? []).map(({ isOpen, shown }) => (isOpen || shown.kind === 'waiting' ? undefined : shown.text));
  return texts.includes(undefined) ? '' : texts.join(' ');
}

const nameOf = (language: Language, inLanguage: Language): string =>
  new Intl.DisplayNames([inLanguage], { type: 'language' }).of(language) ?? language;

interface WordsProps {
  line: ReadLine;
  language: Language;
  t: Translate;
}

function Words({ line, language, t }: WordsProps) {
  const { shown } = line;
  const mark = generatedMark(line.generated ? { generated: line.generated } : {});
  if (shown.kind === 'waiting')
    return (
      <span className={styles['coming']} aria-hidden="true">
        {t('lines.coming')}
      </span>
    );
  if (shown.kind === 'foreign')
    return (
      <span data-generated={mark}>
        <span lang={line.language}>{withFrenchSpaces(shown.text)}</span>{' '}
        <span className={styles['foreign']}>{`(${t('lines.foreign', { language: nameOf(line.language, language) })})`}</span>{' '}
      </span>
    );
  return <span data-generated={shown.kind === 'said' ? 'model' : mark}>{`${withFrenchSpaces(shown.text)} `}</span>;
}
