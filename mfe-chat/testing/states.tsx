import type { Progress } from '@enfilade/shared-contracts/conversation/progress';
import type { Entry } from '@enfilade/shared-contracts/conversation/transcript/entries';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import type { States } from '@enfilade/shared-contracts/remote/states-page';
import { LiteralTopBar } from '@enfilade/shared-contracts/remote/testing/literal-top-bar';
import { ErrorNotice } from '@enfilade/shared-contracts/ui/error-notice';
import { ComposerArea } from '@enfilade/shared-contracts/ui/speech/composer-area';
import { ListenButton, ReadingNote } from '@enfilade/shared-contracts/ui/speech/reading/listen-button';
import { fakeDictation, spokenLevels } from '@enfilade/shared-contracts/ui/speech/testing/fake-speech';
import { FakeScreen } from '@enfilade/shared-contracts/ui/testing/fake-screen';
import type { ComponentProps } from 'react';
import { OtherScreens, pickStatus, StatusLine } from '../frame/status-line.tsx';
import styles from '../screen.module.css';
import { Announcer, ChatFrame, GuideName } from '../screen.tsx';
import type { TextKey, Translate } from '../texts/texts.ts';
import type { ChatProblem } from '../thread/chat-thread.tsx';
import { MessageList, type MessageListProps, Thread, Welcome } from '../thread/chat-thread.tsx';
import type { RatingsStore } from '../thread/ratings.tsx';

const nothing = () => undefined;

const question: Entry = {
  key: 'q',
  number: 1,
  turn: 1,
  speaker: 'visitor',
  text: 'How old is the window?',
  sources: [],
  state: 'complete',
};
const answer: Entry = {
  ...question,
  key: 'a',
  speaker: 'guide',
  text: 'The stone tracery is from **1382**. The glass is younger:\n\n- the upper rows from 1510\n- the lower ones from 1890',
  isMarkdown: true,
  sources: [{ title: 'Wall text', document: 'salon', paragraphs: [1] }],
  sourceNumbers: [1],
  messageId: 'm1',
};
const { messageId: _, ...broken }: Entry = {
  ...answer,
  text: 'The stone tracery is from 1382. The',
  isMarkdown: false,
  state: 'broken',
};

export const fakeRatings = (state: Partial<ReturnType<RatingsStore['getState']>> = {}): RatingsStore => ({
  ...createStore({ ratings: {}, ...state }),
  rate: async () => undefined,
});

interface Change {
  thread?: Partial<MessageListProps> & { progress?: Progress; problem?: ChatProblem };
  ratings?: Partial<ReturnType<RatingsStore['getState']>>;
  isWelcomed?: boolean;
  composer?: Partial<ComponentProps<typeof ComposerArea>['composer']>;
  dictation?: ComponentProps<typeof ComposerArea>['dictation'];
  listen?: MessageListProps['answerOptions']['listen'];
  announcement?: ComponentProps<typeof Announcer>['announcement'];
  links?: ComponentProps<typeof OtherScreens>['links'];
}

function screen(
  t: Translate,
  {
    thread = {},
    ratings = {},
    isWelcomed = true,
    composer = {},
    dictation = fakeDictation({}),
    listen,
    announcement = { kind: 'none' },
    links = [],
  }: Change,
) {
  const { messages = [], progress = 'idle', problem, ...list } = thread;
  const isAnswerDue = progress !== 'idle';
  const questions = ['Who built it?', 'What is behind this door?', 'What would surprise me?'];
  const museum = { museumName: 'Urania Observatory', sceneUrl: '/scene.svg' };
  return (
    <FakeScreen t={t}>
      <section className={styles['screen']}>
        <LiteralTopBar lead={<GuideName name="Clara" kind={t('guide.kind')} avatar="idle" />} />
        <ChatFrame {...museum} exhibitionName="The Great Refractor">
          <StatusLine
            status={pickStatus(progress, messages.length, dictation.view.phase)}
            feedbackUrl="#feedback"
            onEnd={nothing}
            onLeave={nothing}
          />
          <OtherScreens links={links} onChoose={nothing} />
          <Thread
            messages={messages}
            isThinking={progress === 'thinking'}
            welcome={isWelcomed && <Welcome {...museum} text={t('welcome')} {...{ questions, isAnswerDue }} onAsk={nothing} />}
            problem={problem && <ErrorNotice problem={problem} onAction={nothing} />}
          >
            <MessageList
              messages={messages}
              hasProblem={problem !== undefined}
              {...list}
              answerOptions={{
                ratings: fakeRatings(ratings),
                listen: listen ?? (() => <ListenButton state="stopped" onPress={nothing} />),
              }}
            />
          </Thread>
          <ComposerArea
            composer={{
              draft: '',
              guideName: 'Clara',
              remaining: undefined,
              canSend: false,
              onChange: nothing,
              onSend: nothing,
              ...composer,
            }}
            dictation={dictation}
            wasDictated={false}
          />
        </ChatFrame>
        <Announcer announcement={announcement} />
      </section>
    </FakeScreen>
  );
}

const asked = { messages: [question] };
const answered = { messages: [question, answer] };
const kept = { advice: 'failure.kept', action: 'failure.retry' } as const;

export const states: States<TextKey> = (t) => ({
  empty: screen(t, {}),
  'other-screens': screen(t, { links: [{ id: 'poster', place: 'visit-tab', screen: 'poster', title: 'Museum poster' }] }),
  loading: screen(t, { isWelcomed: false, thread: { progress: 'loading' } }),
  thinking: screen(t, {
    announcement: { kind: 'thinking' },
    thread: { ...asked, progress: 'thinking' },
    composer: { stop: { label: t('composer.stop'), onPress: nothing } },
  }),
  answering: screen(t, {
    thread: { messages: [question, { ...broken, state: 'arriving' }], progress: 'answering' },
    composer: { stop: { label: t('composer.stop'), onPress: nothing } },
  }),
  answered: screen(t, { thread: answered, announcement: { kind: 'answer', text: 'The stone tracery is from 1382.' } }),
  rated: screen(t, { thread: answered, ratings: { ratings: { m1: 'helpful' }, outcome: { messageId: 'm1', isSent: true } } }),
  reading: screen(t, { thread: answered, listen: () => <ListenButton state="playing" onPress={nothing} /> }),
  'reading-failed': screen(t, { thread: answered, listen: () => <ReadingNote problem={{ sentence: 'speech.network' }} /> }),
  'cut-off': screen(t, { thread: { messages: [question, broken] } }),
  problem: screen(t, { thread: { ...asked, problem: { sentence: 'failure.send', ...kept } } }),
  'set-up-failed': screen(t, { thread: { problem: { sentence: 'failure.setUp', action: 'failure.retry' } } }),
  'too-long': screen(t, { composer: { draft: 'How old is the window?', remaining: -3 } }),
  'dictation-notice': screen(t, { dictation: fakeDictation({ phase: 'notice', recogniser: 'browser' }) }),
  'dictation-local': screen(t, { dictation: fakeDictation({ phase: 'notice', recogniser: 'browser' }, {}, true) }),
  'dictation-unreachable': screen(t, { dictation: fakeDictation({ phase: 'refused', problem: 'unreachable' }) }),
  'dictation-asking': screen(t, { dictation: fakeDictation({ phase: 'asking' }) }),
  recording: screen(t, { dictation: fakeDictation({ phase: 'recording' }, { levels: spokenLevels, seconds: 6 }) }),
  'recording-words': screen(t, {
    dictation: fakeDictation({ phase: 'recording', recogniser: 'browser' }, { levels: spokenLevels, words: 'How old is', seconds: 6 }),
  }),
  'recording-ends': screen(t, { dictation: fakeDictation({ phase: 'recording' }, { levels: spokenLevels, seconds: 55 }) }),
  transcribing: screen(t, { dictation: fakeDictation({ phase: 'transcribing' }, { levels: spokenLevels, seconds: 6 }) }),
  'dictation-failed': screen(t, { dictation: fakeDictation({ phase: 'failed' }) }),
  unheard: screen(t, { dictation: fakeDictation({ phase: 'unheard' }) }),
  'microphone-denied': screen(t, { dictation: fakeDictation({ phase: 'refused', problem: 'microphone-denied' }) }),
});
