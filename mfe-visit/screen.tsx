import type { Texts } from '@enfilade/shared-contracts/i18n/i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { createLazy } from '@enfilade/shared-contracts/kit/create-lazy';
import { useLazy } from '@enfilade/shared-contracts/kit/use-store';
import { hasFindings } from '@enfilade/shared-contracts/museum/findings';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { OpenedGrounds } from '@enfilade/shared-contracts/ui/finding/answer-grounds';
import { FindButton } from '@enfilade/shared-contracts/ui/finding/find-button';
import { findDialog, useLate } from '@enfilade/shared-contracts/ui/finding/late-dialogs';
import { conversationType, PictureBeside } from '@enfilade/shared-contracts/ui/picture-beside';
import { InScreen, useScreen } from '@enfilade/shared-contracts/ui/screen-context';
import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import { useVisibleHeight } from '@enfilade/shared-contracts/ui/use-visible-height';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import { focusTab, InputTabs, panelId, tabId } from './frame/input-tabs.tsx';
import { ModeBar } from './frame/mode-bar.tsx';
import { LocationBar } from './location/location-bar.tsx';
import { TextMode } from './modes/text-mode.tsx';
import { useVisit, type Visit } from './modes/use-visit.ts';
import { VoiceMode } from './modes/voice-mode.tsx';
import styles from './screen.module.css';
import { pickStopMedia } from './stops/stop-media.ts';
import { type TextKey, texts, useT } from './texts/texts.ts';

export default function Screen(props: ScreenProps) {
  return (
    <InScreen props={props} namespace="visit">
      <VisitScreen />
    </InScreen>
  );
}

function VisitScreen() {
  const props = useScreen<TextKey>();
  const { museum, profile, i18n, session } = props;
  const visit = useVisit(props);
  const { config } = visit;
  const frame = useVisibleHeight();
  return (
    <section className={styles['screen']} ref={frame} data-remote={__REMOTE_NAME__} data-version={__REMOTE_VERSION__}>
      <TopBar museum={museum} i18n={i18n} session={session}>
        <InputTabs shown={config.inputMode} onChoose={(inputMode) => visit.configure({ inputMode })} />
      </TopBar>
      <VisitPanel
        visit={visit}
        hasTabBar={profile.tabBar.kind !== 'hidden'}
        find={hasFindings(profile) && <FindButton isSmall tour={visit.tour?.progress} onAsk={visit.askOrDraft} />}
      />
      <ModeBar
        kind={profile.tabBar.kind}
        feedbackUrl={visit.feedbackUrl}
        mode={config.visitMode}
        isEndNear={isEndNear(visit)}
        links={props.links?.filter(({ place }) => place === 'visit-tab') ?? []}
        onLink={(screen) => props.go({ screen })}
        onChoose={(visitMode) => visit.configure({ visitMode })}
        onEnd={() => props.go({ screen: 'end' })}
      />
      <OpenedGrounds />
      <Announcer visit={visit} />
    </section>
  );
}

const tourSheet = createLazy(async () => ({
  ...(await findDialog.load()),
  ...(await import(/* webpackChunkName: "finding" */ './tour/tour-steps.tsx')),
}));

interface VisitPanelProps {
  visit: Visit;
  hasTabBar?: boolean;
  find?: Elements;
}

export function VisitPanel({ visit, hasTabBar = true, find }: VisitPanelProps) {
  const { go } = useScreen();
  const t = useT();
  const { config } = visit;
  const typeInstead = () => {
    visit.configure({ inputMode: 'text' });
    focusTab('text');
  };
  const leave = () => go({ screen: 'landing' });
  const end = hasTabBar ? undefined : () => go({ screen: 'end' });
  const isExploring = config.visitMode === 'exploration';
  const rooms = useLate(tourSheet);
  const locationBar = (
    <LocationBar
      {...{ isExploring, find }}
      stop={<LateStopKeys visit={visit} />}
      location={visit.location}
      minutesLeft={visit.minutesLeft}
      tour={visit.tour?.place}
      onRooms={visit.tour && rooms.open}
      onEnd={end}
      onLeave={leave}
    />
  );
  return (
    <VisitPanelFrame input={config.inputMode} isGuided={!isExploring} hasBar={hasBar(visit)}>
      {config.inputMode === 'text' ? (
        <PictureBeside url={visit.sceneUrl}>
          <TextMode visit={visit} locationBar={locationBar} onTour={rooms.open} />
        </PictureBeside>
      ) : (
        <VoiceMode visit={visit} locationBar={locationBar} onTour={rooms.open} onUseText={typeInstead} />
      )}
      {rooms.code && visit.tour && (
        <rooms.code.RoomsDialog title={t('tour.title')} tour={visit.tour.progress} onAsk={visit.askOrDraft} onClose={rooms.close}>
          <rooms.code.TourSteps visit={visit} onDone={rooms.close} />
        </rooms.code.RoomsDialog>
      )}
    </VisitPanelFrame>
  );
}

export const isEndNear = ({ location: { room }, tour }: Pick<Visit, 'location' | 'tour'>): boolean =>
  tour?.position?.phase === 'over' || (room !== undefined && room.number === room.count);

const stopKeysCode = createLazy(() => import(/* webpackChunkName: "speech" */ './stops/stop-keys.tsx'));

function LateStopKeys({ visit }: { visit: Visit }) {
  const { profile, exhibition, language } = useScreen();
  const { talk, location } = visit;
  const media = pickStopMedia({
    ...{ profile, language },
    exhibitionId: exhibition?._id,
    room: location.room,
    question: talk.entries.findLast(({ speaker }) => speaker === 'visitor')?.text,
  });
  const code = useLazy(stopKeysCode, media.audioDescription !== undefined || media.signLanguage !== undefined);
  // An open dialog may belong to the previous stop, so the buttons stay once loaded.
  return code && <code.StopKeys visit={visit} media={media} />;
}

/** The conversation's bar names the location. */
const hasBar = ({ config, introduction, voice }: Visit) => config.inputMode === 'text' || !(introduction.isShown || voice.connectState);

interface VisitPanelFrameProps {
  input: VisitConfig['inputMode'];
  isGuided: boolean;
  hasBar: boolean;
  children: Elements;
}

/** In a guided visit the choice of pathways is rendered but never visible. */
export function VisitPanelFrame({ input, isGuided, hasBar, children }: VisitPanelFrameProps) {
  const t = useT();
  return (
    <main className={`${styles['main']} ${conversationType}`}>
      {!(isGuided || hasBar) && <p className={styles['note']}>{t('place.exploration')}</p>}
      {isGuided && (
        <select hidden disabled aria-label={t('pathway.label')}>
          <option>{t('pathway.guided')}</option>
        </select>
      )}
      <div className={styles['panel']} role="tabpanel" tabIndex={-1} id={panelId(input)} aria-labelledby={tabId(input)}>
        {children}
      </div>
    </main>
  );
}

/** The voice says these sentences, so screen readers do not announce them. */
export function Announcer({ visit: { talk, config } }: { visit: Pick<Visit, 'talk' | 'config'> }) {
  const t = useT();
  const isText = config.inputMode === 'text';
  if (!isText && !config.isAudioMuted) return null;
  const { announcement } = talk;
  return (
    <VisuallyHidden as="p" role="status" data-generated={announcement.kind === 'answer' ? announcement.generated : undefined}>
      {announcement.kind === 'answer' ? announcement.text : isText && announcement.kind === 'thinking' && t('thinking')}
    </VisuallyHidden>
  );
}

export function loadTexts(language: Language): Promise<{ default: Texts }> {
  return texts[language]();
}
