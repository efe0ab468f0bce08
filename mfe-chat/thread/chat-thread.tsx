import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import { pickVisit } from '@enfilade/shared-contracts/conversation/pick-visit';
import type { Problem } from '@enfilade/shared-contracts/conversation/progress';
import type { Entry } from '@enfilade/shared-contracts/conversation/transcript/entries';
import { withFrenchSpaces } from '@enfilade/shared-contracts/i18n/french-spaces';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { useRequest } from '@enfilade/shared-contracts/kit/use-request';
import { textInFirstPaint } from '@enfilade/shared-contracts/remote/first-paint';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import { MessageLog } from '@enfilade/shared-contracts/ui/message-log';
import { MuseumLine, PictureAbove } from '@enfilade/shared-contracts/ui/picture-beside';
import { QuickQuestions } from '@enfilade/shared-contracts/ui/quick-questions';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { memo, useState } from 'react';
import { useT } from '../texts/texts.ts';
import { AnswerItem, type AnswerOptions } from './answer.tsx';
import styles from './chat-thread.module.css';

export type ChatProblem = Problem<'failure.setUp' | 'failure.send' | 'failure.offline'>;

interface WelcomeProps {
  text: string;
  museumName: string;
  sceneUrl: string;
  questions: readonly string[];
  isAnswerDue: boolean;
  onAsk(question: string): void;
  /** A slot of the first paint, which shows or hides the element. */
  'data-need'?: string;
}

export function Welcome({ text, museumName, sceneUrl, questions, isAnswerDue, onAsk, ...rest }: WelcomeProps) {
  const t = useT();
  return (
    <>
      <PictureAbove url={sceneUrl} />
      <MuseumLine museumName={museumName} />
      <div className={styles['welcome']} {...rest}>
        <p className={welcomeText}>{withFrenchSpaces(text)}</p>
        <QuickQuestions label={t('questions.label')} questions={questions} isDisabled={isAnswerDue} onAsk={onAsk} />
      </div>
    </>
  );
}

const welcomeText = styles['welcomeText'] ?? '';

interface ThreadProps {
  messages: readonly Pick<Entry, 'key' | 'speaker'>[];
  children: Elements;
  isThinking: boolean;
  /** The questions wait for the welcome's text, so that they do not move under a thumb. */
  welcome: Elements;
  problem: Elements;
}

export function Thread({ messages, children, isThinking, welcome, problem }: ThreadProps) {
  const t = useT();
  const hasBegun = messages.length > 0;
  const bottom = (
    <>
      {isThinking && (
        <div className={styles['typing']}>
          <GuideAvatar state="thinking" size="2rem" />
          <p>{t('typing')}</p>
        </div>
      )}
      {problem}
    </>
  );
  return (
    <MessageLog
      label={t('log.label')}
      hasBegun={hasBegun}
      ownMessage={messages.findLast((message) => message.speaker === 'visitor')?.key}
      jumpLabels={{ latest: t('log.latest'), news: t('log.newAnswer') }}
      jumpsTo="end"
      top={!hasBegun && welcome}
      bottom={bottom}
    >
      {children}
    </MessageLog>
  );
}

export interface MessageListProps {
  messages: readonly Entry[];
  /** A notice below says why the last answer is incomplete. */
  hasProblem: boolean;
  answerOptions: AnswerOptions;
}

/** Browsers skip rendering groups out of sight. Boxes of single messages would be too many to watch. */
const groupSize = 20;

/** Messages from before the screen opened are not typed. */
export function MessageList({ messages, ...rest }: MessageListProps) {
  const [messagesBefore] = useState(() => new WeakSet(messages));
  const newest = messages.at(-1);
  return listGroups(messages).map((group, index, groups) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: messages are only ever added, so a group is its index
    <div key={index} className={index < groups.length - 1 ? styles['read'] : undefined}>
      {group.map((message) => (
        <MessageItem key={message.key} {...rest} message={message} isNewest={message === newest} isNew={!messagesBefore.has(message)} />
      ))}
    </div>
  ));
}

function listGroups(messages: readonly Entry[]): (readonly Entry[])[] {
  return Array.from({ length: Math.ceil(messages.length / groupSize) }, (_, index) =>
    messages.slice(index * groupSize, (index + 1) * groupSize),
  );
}

interface MessageItemProps extends Omit<MessageListProps, 'messages'> {
  message: Entry;
  isNewest: boolean;
  isNew: boolean;
}

function MessageItem({ message, isNewest, isNew, hasProblem, answerOptions }: MessageItemProps) {
  const { speaker, text, state, language } = message;
  if (speaker === 'visitor') return <Question text={text} language={language} />;
  return (
    <AnswerItem
      {...answerOptions}
      message={message}
      isTyped={isNewest && isNew}
      isCutOff={state === 'broken' && !(hasProblem && isNewest)}
    />
  );
}

const Question = memo(function Question({ text, language }: { text: string; language: Entry['language'] }) {
  const t = useT();
  return (
    <article className={styles['question']} data-own>
      <VisuallyHidden as="h2">{t('speaker.visitor')}</VisuallyHidden>
      <p className={styles['words']} lang={language}>
        {withFrenchSpaces(text)}
      </p>
    </article>
  );
});

interface WelcomeOptions {
  api: Pick<GuideApi, 'welcome'>;
  session: Pick<VisitorSession, 'store'>;
  language: Language;
  /** Replaces a welcome that cannot be loaded. */
  fallback: string;
  isShown: boolean;
}

/** Undefined while the exhibition's welcome loads. A loaded welcome never changes. */
export function useWelcome({ api, session, language, fallback, isShown }: WelcomeOptions): string | undefined {
  const [given] = useState(() => ({ language, text: textInFirstPaint(welcomeText) }));
  const known = given.language === language ? given.text : undefined;
  const key = isShown && known === undefined ? language : undefined;
  // The request also rejects for a visit that lost its exhibition.
  const load = async (signal: AbortSignal) => await api.welcome({ visit: pickVisit(session) }, signal);
  const { value, isLoading } = useRequest(key, load);
  return known ?? (isLoading ? undefined : (value ?? fallback));
}
