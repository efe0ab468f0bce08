import { type Announcement, plainTextOf } from '@enfilade/shared-contracts/conversation/transcript/entries';
import type { Texts } from '@enfilade/shared-contracts/i18n/i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { useBusy } from '@enfilade/shared-contracts/remote/use-busy';
import { Card } from '@enfilade/shared-contracts/ui/card';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { ErrorNotice } from '@enfilade/shared-contracts/ui/error-notice';
import { OpenedGrounds } from '@enfilade/shared-contracts/ui/finding/answer-grounds';
import { FindButton } from '@enfilade/shared-contracts/ui/finding/find-button';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import { conversationType, PictureBeside } from '@enfilade/shared-contracts/ui/picture-beside';
import { InScreen, useScreen } from '@enfilade/shared-contracts/ui/screen-context';
import { ComposerArea } from '@enfilade/shared-contracts/ui/speech/composer-area';
import { ListenItem } from '@enfilade/shared-contracts/ui/speech/reading/listen-button';
import common from '@enfilade/shared-contracts/ui/styles/common.module.css';
import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import { useVisibleHeight } from '@enfilade/shared-contracts/ui/use-visible-height';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { type ComponentProps, useMemo } from 'react';
import { OtherScreens, StatusLine } from './frame/status-line.tsx';
import styles from './screen.module.css';
import { type TextKey, texts, useT } from './texts/texts.ts';
import type { AnswerOptions } from './thread/answer.tsx';
import { MessageList, Thread, Welcome } from './thread/chat-thread.tsx';
import { useChat } from './use-chat.ts';

export default function Screen(props: ScreenProps) {
  return (
    <InScreen props={props} namespace="chat">
      <ChatScreen />
    </InScreen>
  );
}

function ChatScreen() {
  const props = useScreen<TextKey>();
  const { museum, i18n, session, conversation, go, t } = props;
  const chat = useChat(props);
  const { talk, guideName, speech, welcome, museumName, sceneUrl, questions } = chat;
  const { isAnswerDue } = talk;
  useBusy(props.setBusy, speech.isBusy);
  const frame = useVisibleHeight();
  return (
    <section className={styles['screen']} ref={frame} data-remote={__REMOTE_NAME__} data-version={__REMOTE_VERSION__}>
      <TopBar
        museum={museum}
        i18n={i18n}
        session={session}
        lead={<GuideName name={guideName} kind={t('guide.kind')} avatar={avatars[talk.progress]} />}
      />
      <ChatFrame {...chat}>
        <StatusLine
          status={chat.status}
          feedbackUrl={chat.feedbackUrl}
          onEnd={() => go({ screen: 'end' })}
          find={<FindButton isSmall onAsk={chat.askOrDraft} />}
          onLeave={chat.canLeave ? () => go({ screen: 'landing' }) : undefined}
        />
        <OtherScreens links={props.links?.filter(({ place }) => place === 'visit-tab') ?? []} onChoose={(screen) => go({ screen })} />
        <Thread
          messages={talk.entries}
          isThinking={talk.progress === 'thinking'}
          welcome={
            welcome !== undefined && <Welcome text={welcome} {...{ museumName, sceneUrl, questions, isAnswerDue }} onAsk={talk.ask} />
          }
          problem={talk.problem && <ErrorNotice problem={talk.problem} onAction={talk.retry} />}
        >
          <MessageList messages={talk.entries} hasProblem={talk.problem !== undefined} answerOptions={useAnswerOptions(chat)} />
        </Thread>
        <ComposerArea
          composer={{
            draft: talk.draft,
            guideName,
            remaining: talk.remaining,
            canSend: talk.canSend,
            onChange: talk.setDraft,
            onSend: talk.sendDraft,
            stop: isAnswerDue ? { label: t('composer.stop'), onPress: conversation.interrupt.bind(conversation) } : undefined,
          }}
          dictation={speech.dictation}
          wasDictated={speech.wasDictated}
        />
      </ChatFrame>
      <OpenedGrounds />
      <Announcer announcement={talk.announcement} />
    </section>
  );
}

export function Announcer({ announcement }: { announcement: Announcement }) {
  const t = useT();
  return (
    <VisuallyHidden as="p" role="status" data-generated={announcement.kind === 'answer' ? announcement.generated : undefined}>
      {announcement.kind === 'answer' ? announcement.text : announcement.kind === 'thinking' && t('typing')}
    </VisuallyHidden>
  );
}

interface ChatFrameProps {
  museumName: string;
  /** Absent before the visitor has chosen an exhibition. */
  exhibitionName: string | undefined;
  sceneUrl: string;
  children: Elements;
}

export function ChatFrame({ museumName, exhibitionName, sceneUrl, children }: ChatFrameProps) {
  const label = (
    <Card corners className={styles['label']}>
      <p className={styles['museum']}>{museumName}</p>
      {exhibitionName !== undefined && <p className={common['note']}>{exhibitionName}</p>}
    </Card>
  );
  return (
    <main className={`${styles['main']} ${conversationType}`}>
      <PictureBeside url={sceneUrl} label={label}>
        {children}
      </PictureBeside>
    </main>
  );
}

/** The same object while its contents are unchanged, so that answers are not rendered again. */
function useAnswerOptions({ alsoIn, speech: { reader, canListen }, ratings }: ReturnType<typeof useChat>): AnswerOptions {
  return useMemo(
    () => ({
      ratings,
      listen: canListen ? (message) => <ListenItem reader={reader} id={message.key} readText={() => plainTextOf(message)} /> : undefined,
      alsoIn,
    }),
    [ratings, reader, canListen, alsoIn],
  );
}

interface GuideNameProps {
  name: string;
  /** The guide's role. Screen readers read the role with the status. */
  kind: string;
  avatar: ComponentProps<typeof GuideAvatar>['state'];
}

/** Replaces the museum's name. */
export function GuideName({ name, kind, avatar }: GuideNameProps) {
  return (
    <div className={styles['guide']}>
      <span className={styles['avatar']}>
        <GuideAvatar state={avatar} size="2.75rem" />
      </span>
      <div>
        <h1 className={styles['name']}>{name}</h1>
        <p className={styles['kind']} aria-hidden="true">
          {kind}
        </p>
      </div>
    </div>
  );
}

const avatars = { loading: 'idle', idle: 'idle', thinking: 'thinking', answering: 'speaking' } as const;

export function loadTexts(language: Language): Promise<{ default: Texts }> {
  return texts[language]();
}
