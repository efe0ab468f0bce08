import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Texts } from '@enfilade/shared-contracts/remote/screen-module';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { useState } from 'react';
import styles from './screen.module.css';
import { ContextArea } from './ui/frame/context-area.tsx';
import { focusTab, type Input, InputTabs, panelId, tabId } from './ui/frame/input-tabs.tsx';
import { ModeBar } from './ui/frame/mode-bar.tsx';
import { PlaceStrip } from './ui/frame/place-strip.tsx';
import { SpeakerFilter } from './ui/frame/speaker-filter.tsx';
import { Composer } from './ui/input/composer.tsx';
import { QuickQuestions } from './ui/input/quick-questions.tsx';
import { Ledger } from './ui/transcript/ledger.tsx';
import { TroubleNote } from './ui/transcript/trouble-note.tsx';
import { Welcome } from './ui/transcript/welcome.tsx';
import { useVisibleHeight } from './ui/use-visible-height.ts';
import { VoiceNotice } from './ui/voice-notice.tsx';
import { useVisit } from './use-visit.ts';

/** The visit in text. Speaking has its tab and says when it comes; the stored input mode is not touched. */
export default function Screen(props: ScreenProps) {
  const { museum, i18n, session, go } = props;
  const visit = useVisit(props);
  const { t, talk } = visit;
  // Shown, not chosen: a visitor whose stored wish is audio keeps that wish.
  const [shown, setShown] = useState<Input>('text');
  const frame = useVisibleHeight();
  const typeInstead = () => {
    setShown('text');
    focusTab('text');
  };
  return (
    <section className={styles['screen']} ref={frame} data-remote={__REMOTE_NAME__} data-version={__REMOTE_VERSION__}>
      <TopBar museum={museum} i18n={i18n} session={session}>
        <InputTabs shown={shown} t={t} onChoose={setShown} />
      </TopBar>
      <main className={styles['main']}>
        <ContextArea mode={visit.visitMode} t={t} />
        <PlaceStrip place={visit.place} t={t} onLeave={() => go({ screen: 'landing' })} />
        <div className={styles['panel']} role="tabpanel" id={panelId(shown)} aria-labelledby={tabId(shown)}>
          {shown === 'text' ? <TextPanel visit={visit} /> : <VoiceNotice guideName={visit.guideName} t={t} onType={typeInstead} />}
        </div>
      </main>
      <ModeBar bar={visit.tabBar} mode={visit.visitMode} t={t} onChoose={visit.chooseMode} />
      <VisuallyHidden as="p" role="status">
        {talk.announcement.kind === 'thinking' && t('thinking')}
        {talk.announcement.kind === 'answer' && talk.announcement.text}
      </VisuallyHidden>
    </section>
  );
}

function TextPanel({ visit }: { visit: ReturnType<typeof useVisit> }) {
  const { t, talk, guideName, followUps, shown } = visit;
  return (
    <>
      <Ledger
        entries={talk.entries}
        shown={shown}
        guideName={guideName}
        isThinking={talk.isThinking}
        t={t}
        welcome={<Welcome words={t('welcome', { guide: guideName })} />}
        filter={<SpeakerFilter shown={shown} guideName={guideName} t={t} onChoose={visit.show} />}
        trouble={talk.trouble && <TroubleNote trouble={talk.trouble} t={t} onRemedy={talk.remedy} />}
        questions={
          <QuickQuestions
            label={t(followUps.isFirst ? 'questions.label' : 'questions.next')}
            questions={followUps.questions}
            isDisabled={talk.isAnswerDue}
            onAsk={followUps.use}
          />
        }
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
    </>
  );
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
