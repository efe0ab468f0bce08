import type { Phase } from '@enfilade/shared-contracts/conversation/conversation';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Texts } from '@enfilade/shared-contracts/remote/screen-module';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import styles from './screen.module.css';
import { GuideName } from './ui/frame/guide-name.tsx';
import { StatusLine } from './ui/frame/status-line.tsx';
import { Composer } from './ui/input/composer.tsx';
import { QuickQuestions } from './ui/input/quick-questions.tsx';
import { FailureNote } from './ui/thread/failure-note.tsx';
import { Thread } from './ui/thread/thread.tsx';
import { Welcome } from './ui/thread/welcome.tsx';
import { useVisibleHeight } from './ui/use-visible-height.ts';
import { useChat } from './use-chat.ts';

/** The text chat: a plain thread with the museum's guide. */
export default function Screen(props: ScreenProps) {
  const { museum, i18n, session, go } = props;
  const chat = useChat(props);
  const { t, guideName, announcement } = chat;
  const frame = useVisibleHeight();
  return (
    <section className={styles['screen']} ref={frame} data-remote={__REMOTE_NAME__} data-version={__REMOTE_VERSION__}>
      <TopBar museum={museum} i18n={i18n} session={session} lead={<GuideName name={guideName} phase={signFor(chat.phase)} />} />
      <main className={styles['main']}>
        <StatusLine
          status={chat.status}
          feedbackUrl={chat.feedbackUrl}
          t={t}
          onLeave={chat.canLeave ? () => go({ screen: 'landing' }) : undefined}
        />
        <Thread
          messages={chat.messages}
          isTyping={chat.phase === 'thinking'}
          copying={chat}
          t={t}
          welcome={
            <Welcome words={t('welcome')}>
              <QuickQuestions questions={chat.questions} isDisabled={chat.isAnswering} t={t} onAsk={chat.ask} />
            </Welcome>
          }
          failure={chat.failure && <FailureNote words={chat.failure} t={t} onRetry={chat.retry} />}
        />
        <Composer
          draft={chat.draft}
          guideName={guideName}
          remaining={chat.remaining}
          canSend={chat.canSend}
          t={t}
          onChange={chat.setDraft}
          onSend={chat.sendDraft}
        />
      </main>
      <VisuallyHidden as="p" role="status">
        {announcement.kind === 'typing' && t('typing')}
        {announcement.kind === 'answer' && announcement.text}
      </VisuallyHidden>
    </section>
  );
}

function signFor(phase: Phase) {
  return phase === 'thinking' || phase === 'speaking' ? phase : 'idle';
}

/** The host registers these under the remote's name before it draws the screen. */
export function loadTexts(language: Language): Promise<{ default: Texts }> {
  return texts[language]();
}

const texts: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import(/* webpackChunkName: "texts-en" */ './texts/en.json'),
  de: () => import(/* webpackChunkName: "texts-de" */ './texts/de.json'),
  fr: () => import(/* webpackChunkName: "texts-fr" */ './texts/fr.json'),
};
