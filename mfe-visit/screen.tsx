import type { Texts } from '@enfilade/shared-contracts/i18n/i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import { useVisibleHeight } from '@enfilade/shared-contracts/ui/use-visible-height';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import styles from './screen.module.css';
import { AudioSide } from './sides/audio-side.tsx';
import { TextSide } from './sides/text-side.tsx';
import { ContextArea } from './ui/frame/context-area.tsx';
import { focusTab, type Input, InputTabs, panelId, tabId } from './ui/frame/input-tabs.tsx';
import { ModeBar } from './ui/frame/mode-bar.tsx';
import { PlaceStrip } from './ui/frame/place-strip.tsx';
import { useVisit } from './use-visit.ts';

/** The visit: spoken or written, whichever the visitor chose last. */
export default function Screen(props: ScreenProps) {
  const { museum, i18n, session, go } = props;
  const visit = useVisit(props);
  const { t, config } = visit;
  const frame = useVisibleHeight();
  const choose = (inputMode: Input) => visit.configure({ inputMode });
  const typeInstead = () => {
    choose('text');
    focusTab('text');
  };
  const strip = <PlaceStrip place={visit.place} minutesLeft={visit.minutesLeft} t={t} onLeave={() => go({ screen: 'landing' })} />;
  return (
    <section className={styles['screen']} ref={frame} data-remote={__REMOTE_NAME__} data-version={__REMOTE_VERSION__}>
      <TopBar museum={museum} i18n={i18n} session={session}>
        <InputTabs shown={config.inputMode} t={t} onChoose={choose} />
      </TopBar>
      <main className={styles['main']}>
        <ContextArea mode={config.visitMode} t={t} />
        <div className={styles['panel']} role="tabpanel" id={panelId(config.inputMode)} aria-labelledby={tabId(config.inputMode)}>
          {config.inputMode === 'text' ? (
            <TextSide visit={visit} strip={strip} />
          ) : (
            <AudioSide visit={visit} props={props} strip={strip} onUseText={typeInstead} />
          )}
        </div>
      </main>
      <ModeBar bar={visit.tabBar} mode={config.visitMode} t={t} onChoose={(visitMode) => visit.configure({ visitMode })} />
      <Announcer visit={visit} />
    </section>
  );
}

/** What is heard already is not read out as well. */
function Announcer({ visit: { t, talk, config } }: { visit: ReturnType<typeof useVisit> }) {
  const isText = config.inputMode === 'text';
  if (!isText && !config.isAudioMuted) return null;
  const { announcement } = talk;
  return (
    <VisuallyHidden as="p" role="status">
      {isText && announcement.kind === 'thinking' && t('thinking')}
      {announcement.kind === 'answer' && announcement.text}
    </VisuallyHidden>
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
