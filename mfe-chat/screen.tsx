import type { Texts } from '@enfilade/shared-contracts/i18n/i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import { useVisibleHeight } from '@enfilade/shared-contracts/ui/use-visible-height';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import styles from './screen.module.css';
import { ChatThread } from './thread/chat-thread.tsx';
import { GuideName } from './ui/frame/guide-name.tsx';
import { StatusLine } from './ui/frame/status-line.tsx';
import { useChat } from './use-chat.ts';
import { WritingPlace } from './writing-place.tsx';

/** The text chat: a plain thread with the museum's guide. */
export default function Screen(props: ScreenProps) {
  const { museum, profile, i18n, session, clock, go } = props;
  const chat = useChat(props);
  const { t, talk, guideName } = chat;
  const { announcement } = talk;
  const frame = useVisibleHeight();
  return (
    <section
      className={styles['screen']}
      ref={frame}
      data-remote={__REMOTE_NAME__}
      data-version={__REMOTE_VERSION__}
      data-busy={chat.isBusy || undefined}
    >
      <TopBar museum={museum} i18n={i18n} session={session} lead={<GuideName name={guideName} sign={signs[talk.progress]} />} />
      <main className={styles['main']}>
        <StatusLine
          status={chat.status}
          feedbackUrl={chat.feedbackUrl}
          t={t}
          onLeave={chat.canLeave ? () => go({ screen: 'landing' }) : undefined}
        />
        <ChatThread chat={chat} linkHosts={profile.linkHosts} clock={clock} />
        <WritingPlace chat={chat} />
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
