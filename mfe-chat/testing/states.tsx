import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import type { States } from '@enfilade/shared-contracts/remote/states-page';
import type { ComponentProps } from 'react';
import { type DictationView, emptyMeter, type Meter } from '../dictation/dictation-state.ts';
import { ComposerArea } from '../frame/composer-area.tsx';
import { pickStatus, StatusLine } from '../frame/status-line.tsx';
import { ListenButton, ReadingNote } from '../reading/listen-button.tsx';
import styles from '../screen.module.css';
import type { TextKey, Translate } from '../texts/texts.ts';
import { ChatThread } from '../thread/chat-thread.tsx';
import type { Message } from '../thread/messages.ts';

const nothing = () => undefined;

const question: Message = {
  id: 'q',
  speaker: 'visitor',
  content: 'How old is the window?',
  format: 'plain',
  sources: [],
  state: 'complete',
};
const answer: Message = {
  ...question,
  id: 'a',
  speaker: 'guide',
  content: 'The stone tracery is from **1382**. The glass is younger:\n\n- the upper rows from 1510\n- the lower ones from 1890',
  format: 'markdown',
  sources: [{ title: 'Wall text', document: 'wall', number: 1 }],
  messageId: 'm1',
};
const { messageId: _, ...broken }: Message = {
  ...answer,
  content: 'The stone tracery is from 1382. The',
  format: 'plain',
  state: 'broken',
};

interface Change {
  thread?: Partial<ComponentProps<typeof ChatThread>>;
  composer?: Partial<ComponentProps<typeof ComposerArea>['composer']>;
  dictation?: Partial<DictationView>;
  meter?: Partial<Meter>;
  listen?: ComponentProps<typeof ChatThread>['answerOptions']['listen'];
}

function screen(t: Translate, { thread = {}, composer = {}, dictation = {}, meter = {}, listen }: Change) {
  const { messages = [], progress = 'idle' } = thread;
  const view: DictationView = { phase: 'idle', problem: undefined, recogniser: 'site', limitSeconds: 60, ...dictation };
  const meterState = { ...emptyMeter, ...meter };
  return (
    <section className={styles['screen']}>
      <main className={styles['main']}>
        <StatusLine status={pickStatus(progress, messages.length, view.phase)} feedbackUrl="#feedback" t={t} onLeave={nothing} />
        <ChatThread
          messages={messages}
          progress={progress}
          welcome={t('welcome')}
          questions={['Who built it?', 'What is behind this door?', 'What would surprise me?']}
          isAnswerDue={progress !== 'idle'}
          problem={undefined}
          copied={undefined}
          ratings={{}}
          ratingOutcome={undefined}
          onAsk={nothing}
          onRetry={nothing}
          {...thread}
          answerOptions={{
            linkHosts: [],
            clock: systemClock,
            t,
            onCopy: nothing,
            onRate: nothing,
            listen: listen ?? (() => <ListenButton state="stopped" t={t} onPress={nothing} />),
          }}
        />
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
          dictation={{
            view,
            meter: { getState: () => meterState, subscribe: () => nothing },
            onStart: nothing,
            onAgree: nothing,
            onStop: nothing,
            onRetry: nothing,
            onDiscard: nothing,
          }}
          wasDictated={false}
          t={t}
        />
      </main>
    </section>
  );
}

const asked = { messages: [question] };
const answered = { messages: [question, answer] };
const kept = { advice: 'failure.kept', action: 'failure.retry' } as const;
const levels = Array.from({ length: 24 }, (_, index) => 0.2 + 0.7 * Math.abs(Math.sin(index)));

/** What `npm run dev` in this folder shows. */
export const states: States<TextKey> = (t) => ({
  empty: screen(t, {}),
  loading: screen(t, { thread: { welcome: undefined, progress: 'loading' } }),
  thinking: screen(t, { thread: { ...asked, progress: 'thinking' }, composer: { stop: { label: t('composer.stop'), onPress: nothing } } }),
  answering: screen(t, {
    thread: { messages: [question, { ...broken, state: 'arriving' }], progress: 'answering' },
    composer: { stop: { label: t('composer.stop'), onPress: nothing } },
  }),
  answered: screen(t, { thread: answered }),
  rated: screen(t, { thread: { ...answered, ratings: { m1: 'helpful' }, ratingOutcome: { messageId: 'm1', isSent: true } } }),
  copied: screen(t, { thread: { ...answered, copied: { id: 'a', isDone: true } } }),
  reading: screen(t, { thread: answered, listen: () => <ListenButton state="playing" t={t} onPress={nothing} /> }),
  'reading-failed': screen(t, { thread: answered, listen: () => <ReadingNote problem={{ sentence: 'speech.network' }} t={t} /> }),
  'cut-off': screen(t, { thread: { messages: [question, broken] } }),
  problem: screen(t, { thread: { ...asked, problem: { sentence: 'failure.send', ...kept } } }),
  'set-up-failed': screen(t, { thread: { problem: { sentence: 'failure.setUp', action: 'failure.retry' } } }),
  'too-long': screen(t, { composer: { draft: 'How old is the window?', remaining: -3 } }),
  'dictation-notice': screen(t, { dictation: { phase: 'notice', recogniser: 'browser' } }),
  'dictation-asking': screen(t, { dictation: { phase: 'asking' } }),
  recording: screen(t, { dictation: { phase: 'recording' }, meter: { levels, seconds: 6 } }),
  'recording-words': screen(t, {
    dictation: { phase: 'recording', recogniser: 'browser' },
    meter: { levels, words: 'How old is', seconds: 6 },
  }),
  'recording-ends': screen(t, { dictation: { phase: 'recording' }, meter: { levels, seconds: 55 } }),
  transcribing: screen(t, { dictation: { phase: 'transcribing' }, meter: { levels, seconds: 6 } }),
  'dictation-failed': screen(t, { dictation: { phase: 'failed' } }),
  unheard: screen(t, { dictation: { phase: 'unheard' } }),
  'microphone-denied': screen(t, { dictation: { phase: 'refused', problem: 'denied' } }),
});
