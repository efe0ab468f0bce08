import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import type { OpenResponse } from '@enfilade/shared-contracts/api/carried-visit';
import { storeCarried } from '@enfilade/shared-contracts/conversation/runtime/conversation-memory';
import { hasWords } from '@enfilade/shared-contracts/conversation/turns';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { useRequest } from '@enfilade/shared-contracts/kit/use-request';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { sceneOf, sceneUrl } from '@enfilade/shared-contracts/museum/pictures';
import { exhibitionName } from '@enfilade/shared-contracts/museum/profile-texts';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { useState } from 'react';
import type { ScreenContent } from '../arrival/resolve.ts';
import { type HostServices, useHost, useTexts } from '../screens/host-services.ts';
import { unpackTurns } from './carry.tsx';
import { EndPageFrame } from './end-frame.tsx';
import styles from './end-view.module.css';
import { countQuestions } from './said.ts';
import type { TextKey, Translate } from './texts/texts.ts';

interface CarriedPageProps {
  seal: string;
  content: ScreenContent;
  onCarriedOn(): void;
  onSkip(): void;
}

/** This device's visit changes only after the visitor's press. */
export function CarriedPage({ seal, content, onCarriedOn, onSkip }: CarriedPageProps) {
  const services = useHost();
  const { museum, profile } = content;
  const themeMode = useStore(services.session.store, (state) => state.themeMode);
  const { t, language } = useTexts<TextKey>('end');
  const {
    value: opened,
    hasFailed,
    error,
    retry,
  } = useRequest(seal, async (signal) => {
    const visit = await services.api.openVisit(seal, signal);
    if (visit.visit.museumId !== museum._id) throw new ApiError('refused', 'The visit is of another museum', { status: 400 });
    return visit;
  });
  const failure = hasFailed ? describeFailure(error) : undefined;
  // Computed first, because the linked visit replaces the stored turns.
  const [isReplacing] = useState(() => services.conversation.store.getState().turns.some(hasWords));
  const carryOn = (visit: OpenResponse) => {
    storeVisit(visit, services);
    onCarriedOn();
  };
  const scene = sceneOf(profile, opened?.visit.exhibitionId);
  const actions = (
    <>
      {opened && (
        <Button kind="main" wide icon="arrow-right" onClick={() => carryOn(opened)}>
          {t('open.go')}
        </Button>
      )}
      {failure === 'failed' && (
        <Button kind="main" wide icon="retry" iconSide="start" onClick={retry}>
          {t('shared:retry')}
        </Button>
      )}
      <Button wide kind={failure === 'expired' || failure === 'broken' ? 'main' : 'plain'} onClick={onSkip}>
        {t('open.skip')}
      </Button>
    </>
  );
  return (
    <EndPageFrame
      museum={museum}
      title={t('open.title')}
      eyebrow={museum.name}
      // The empty element reserves the picture's place until the exhibition is known.
      picture={opened || failure ? <img src={sceneUrl(museum._id, scene, themeMode)} alt="" /> : <div />}
      actions={actions}
    >
      <p role="status">{!opened && !failure && t('open.opening')}</p>
      {opened && <OpenedVisit visit={opened} content={content} language={language} t={t} />}
      {opened && isReplacing && <p>{t('open.replaces')}</p>}
      {failure && (
        <div role="alert" className={styles['head']}>
          <p>{t(`open.${failure}`)}</p>
          <p className={styles['note']}>{t(`open.${failure}.text`)}</p>
        </div>
      )}
    </EndPageFrame>
  );
}

type OpenedVisitProps = { visit: OpenResponse; content: ScreenContent; t: Translate; language: Language };

function OpenedVisit({ visit, content: { museum, profile }, language, t }: OpenedVisitProps) {
  const summary = museum.exhibitions.find(({ _id }) => _id === visit.visit.exhibitionId);
  const exhibition = summary ? exhibitionName(profile, summary, language) : museum.name;
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(visit.sealedAt);
  const count = countQuestions(visit.turns);
  return (
    <div className={styles['head']}>
      <p>{t('open.text', { exhibition, date })}</p>
      <p>{count === 0 ? t('open.holdsNone') : t('open.holds', { count })}</p>
    </div>
  );
}

/** expired, broken: this site does not accept the seal, or no longer accepts the seal · failed: the request did not reach the site. */
function describeFailure(error: unknown): 'expired' | 'broken' | 'failed' {
  const { code, status = 500 } = error instanceof ApiError ? error : {};
  if (code === 'expired') return 'expired';
  // An overloaded or unreachable gateway has not checked the seal.
  return status < 500 && code !== 'too-many' ? 'broken' : 'failed';
}

function storeVisit(
  { visit, minutes, room, tour, turns }: OpenResponse,
  { session, clock }: Pick<HostServices, 'session' | 'clock'>,
): void {
  const { museumId, exhibitionId, language, visitMode, answers } = visit;
  session.arrive(museumId, exhibitionId);
  session.keepAnswers(answers);
  session.setLanguage(language, true);
  session.configure({ visitMode });
  storeCarried(window, { turns: unpackTurns(turns), room, tour }, { clock, minutes, exhibitionId: () => exhibitionId });
}
