import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import type { OpenResponse } from '@enfilade/shared-contracts/api/carried-visit';
import { storeCarried } from '@enfilade/shared-contracts/conversation/runtime/conversation-memory';
import { hasWords } from '@enfilade/shared-contracts/conversation/turns';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { exhibitionName } from '@enfilade/shared-contracts/museum/exhibition-name';
import { sceneOf, sceneUrl } from '@enfilade/shared-contracts/museum/pictures';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { useEffect, useState } from 'react';
import type { ScreenContent } from '../arrival/resolve.ts';
import { unpackTurns } from './carried-turns.ts';
import { EndPageFrame } from './end-frame.tsx';
import type { EndServices } from './end-page.tsx';
import styles from './end-view.module.css';
import { countQuestions } from './said.ts';
import type { TextKey, Translate } from './texts/texts.ts';

/** expired, broken: no seal of this site's, or not any more · failed: the site was not reached. */
type Opening = { kind: 'opening' } | { kind: 'opened'; visit: OpenResponse } | { kind: 'expired' | 'broken' | 'failed' };

interface CarriedPageProps {
  seal: string;
  content: ScreenContent;
  services: EndServices;
  onCarriedOn(): void;
  onSkip(): void;
}

/** A visit from another device: what it is, and nothing of this device's changes before the visitor has said so. */
export function CarriedPage({ seal, content, services, onCarriedOn, onSkip }: CarriedPageProps) {
  const { museum, profile } = content;
  const themeMode = useStore(services.session.store, (state) => state.themeMode);
  const { t, language } = useTranslation<TextKey>(services.i18n, 'end');
  const { opening, retry } = useOpening(seal, content, services);
  // Not once it is replaced by the other one.
  const [isReplacing] = useState(() => services.conversation.store.getState().turns.some(hasWords));
  const carryOn = (visit: OpenResponse) => {
    storeVisit(visit, services);
    onCarriedOn();
  };
  const isOpened = opening.kind === 'opened';
  const scene = sceneOf(profile, isOpened ? opening.visit.visit.exhibitionId : undefined);
  const actions = (
    <>
      {isOpened && (
        <Button kind="main" wide icon="arrow-right" onClick={() => carryOn(opening.visit)}>
          {t('open.go')}
        </Button>
      )}
      {opening.kind === 'failed' && (
        <Button kind="main" wide icon="retry" iconSide="start" onClick={retry}>
          {t('shared:retry')}
        </Button>
      )}
      <Button wide kind={opening.kind === 'expired' || opening.kind === 'broken' ? 'main' : 'plain'} onClick={onSkip}>
        {t('open.skip')}
      </Button>
    </>
  );
  return (
    <EndPageFrame
      museum={museum}
      services={services}
      title={t('open.title')}
      eyebrow={museum.name}
      // Its place is there before it is known whose picture it is.
      picture={opening.kind === 'opening' ? <div /> : <img src={sceneUrl(museum._id, scene, themeMode)} alt="" />}
      actions={actions}
    >
      <p role="status">{opening.kind === 'opening' && t('open.opening')}</p>
      {isOpened && <OpenedVisit visit={opening.visit} content={content} language={language} t={t} />}
      {isOpened && isReplacing && <p>{t('open.replaces')}</p>}
      {opening.kind !== 'opening' && !isOpened && (
        <div role="alert" className={styles['head']}>
          <p>{t(`open.${opening.kind}`)}</p>
          <p className={styles['note']}>{t(`open.${opening.kind}.text`)}</p>
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

function useOpening(seal: string, { museum }: ScreenContent, { api }: EndServices) {
  const [opening, setOpening] = useState<Opening>({ kind: 'opening' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again
  useEffect(() => {
    const controller = new AbortController();
    const set = (next: Opening) => {
      if (!controller.signal.aborted) setOpening(next);
    };
    set({ kind: 'opening' });
    api.openVisit(seal, controller.signal).then(
      (visit) => set(visit.visit.museumId === museum._id ? { kind: 'opened', visit } : { kind: 'broken' }),
      (error: unknown) => set({ kind: describeFailure(error) }),
    );
    return () => controller.abort();
  }, [seal, museum._id, api, attempt]);
  return { opening, retry: () => setAttempt(attempt + 1) };
}

function describeFailure(error: unknown): 'expired' | 'broken' | 'failed' {
  const { code, status = 500 } = error instanceof ApiError ? error : {};
  if (code === 'expired') return 'expired';
  // A gateway that has too much to do, or that has gone, says nothing of the seal.
  return status < 500 && code !== 'too-many' ? 'broken' : 'failed';
}

/** In place of what this device knew; the page is loaded anew with it. */
function storeVisit({ visit, minutes, room, tour, turns }: OpenResponse, { session, clock }: EndServices): void {
  const { museumId, exhibitionId, language, visitMode, answers } = visit;
  session.arrive(museumId, exhibitionId);
  session.keepAnswers(answers);
  session.setLanguage(language, true);
  session.configure({ visitMode });
  storeCarried(window, { turns: unpackTurns(turns), room, tour }, { clock, minutes, exhibitionId: () => exhibitionId });
}
