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
import { Thread } from './ui/thread/thread.tsx';
import { TroubleNote } from './ui/thread/trouble-note.tsx';
import { Welcome } from './ui/thread/welcome.tsx';
import { useVisibleHeight } from './ui/use-visible-height.ts';
import { useChat } from './use-chat.ts';

/** The text chat: a plain thread with the museum's guide. */
export default function Screen(props: ScreenProps) {
  const { museum, i18n, session, go } = props;
  const chat = useChat(props);
  const { t, talk, guideName } = chat;
  const { announcement } = talk;
  const frame = useVisibleHeight();
  return (
    <section className={styles['screen']} ref={frame} data-remote={__REMOTE_NAME__} data-version={__REMOTE_VERSION__}>
      <TopBar museum={museum} i18n={i18n} session={session} lead={<GuideName name={guideName} sign={signs[talk.progress]} />} />
      <main className={styles['main']}>
        <StatusLine
          status={chat.status}
          feedbackUrl={chat.feedbackUrl}
          t={t}
          onLeave={chat.canLeave ? () => go({ screen: 'landing' }) : undefined}
        />
        <Thread
          messages={talk.messages}
          isTyping={talk.progress === 'thinking'}
          copying={chat.copying}
          t={t}
          welcome={
            <Welcome words={t('welcome')}>
              <QuickQuestions questions={chat.questions} isDisabled={talk.isAnswerDue} t={t} onAsk={talk.ask} />
            </Welcome>
          }
          trouble={talk.trouble && <TroubleNote trouble={talk.trouble} t={t} onRemedy={talk.remedy} />}
        />
        <Composer
          draft={talk.draft}
          guideName={guideName}
          remaining={talk.remaining}
          canSend={talk.canSend}
          t={t}
          onChange={talk.setDraft}
          onSend={talk.sendDraft}
        />
      </main>
      <VisuallyHidden as="p" role="status">
        {announcement.kind === 'typing' && t('typing')}
        {announcement.kind === 'answer' && announcement.text}
      </VisuallyHidden>
    </section>
  );
}

const signs = { loading: 'idle', idle: 'idle', thinking: 'thinking', answering: 'speaking' } as const;

/** The host registers these under the remote's name before it draws the screen. */
export function loadTexts(language: Language): Promise<{ default: Texts }> {
  return texts[language]();
}

const texts: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import(/* webpackChunkName: "texts-en" */ './texts/en.json'),
  de: () => import(/* webpackChunkName: "texts-de" */ './texts/de.json'),
  fr: () => import(/* webpackChunkName: "texts-fr" */ './texts/fr.json'),
};
