import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { type FirstPaintProps, slot } from '@enfilade/shared-contracts/remote/first-paint';
import { Composer, ReservedKey } from '@enfilade/shared-contracts/ui/composer';
import { FindKey } from '@enfilade/shared-contracts/ui/finding/find-button';
import { InScreen } from '@enfilade/shared-contracts/ui/screen-context';
import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import { pickStatus, StatusLine } from './frame/status-line.tsx';
import styles from './screen.module.css';
import { ChatFrame, GuideName } from './screen.tsx';
import type { TextKey } from './texts/texts.ts';
import { Thread, Welcome } from './thread/chat-thread.tsx';

/** Variants by the museum's exhibitions: with several, a link leads back to them. */
export const variants = ['single', 'several'];

const questions = [1, 2, 3].map((number) => slot(`questions.${number}`));
const nothing = () => undefined;

/** The host keeps text that a visitor types into the first paint. */
export function FirstPaint({ i18n, session, variant }: FirstPaintProps) {
  const { t } = useTranslation<TextKey>(i18n, 'chat');
  const guideName = slot('guide.name');
  const welcome = slot('chat.welcome');
  const museum = { museumName: slot('museum.name'), sceneUrl: slot('scene') };
  return (
    <InScreen props={{ i18n }} namespace="chat">
      <section className={styles['screen']}>
        <TopBar i18n={i18n} session={session} lead={<GuideName name={guideName} kind={t('guide.kind')} avatar="idle" />} />
        <ChatFrame {...museum} exhibitionName={slot('exhibition.name')}>
          <StatusLine
            status={pickStatus('loading', 0, 'idle')}
            feedbackUrl={slot('feedback')}
            onEnd={nothing}
            find={<FindKey isSmall data-need={slot('find')} />}
            onLeave={variant === 'several' ? nothing : undefined}
          />
          <Thread
            messages={[]}
            isThinking={false}
            welcome={<Welcome {...museum} text={welcome} questions={questions} isAnswerDue={false} onAsk={nothing} data-need={welcome} />}
            problem={undefined}
          >
            {null}
          </Thread>
          <Composer draft="" guideName={guideName} remaining={undefined} canSend={false} onChange={nothing} onSend={nothing}>
            <ReservedKey />
          </Composer>
        </ChatFrame>
      </section>
    </InScreen>
  );
}
