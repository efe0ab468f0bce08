import { pickVisit } from '@enfilade/shared-contracts/conversation/pick-visit';
import { minutesOfVisit } from '@enfilade/shared-contracts/conversation/runtime/conversation-memory';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { saveFile } from '@enfilade/shared-contracts/kit/save-file';
import { exhibitionName, pickFeedbackUrl } from '@enfilade/shared-contracts/museum/profile-texts';
import { type ComponentProps, useMemo, useState } from 'react';
import type { ScreenContent } from '../arrival/resolve.ts';
import { type HostServices, useHost, useTexts } from '../screens/host-services.ts';
import { CarriedPage } from './carried-page.tsx';
import { packTurns, useCarry } from './carry.tsx';
import { EndView, type Rating, type RatingState } from './end-view.tsx';
import { ForgottenPage } from './forgotten-page.tsx';
import { countQuestions, formatVisit, listExchanges, type VisitFigures } from './said.ts';
import { type TextKey, texts } from './texts/texts.ts';

interface EndPageProps extends Pick<ComponentProps<typeof EndView>, 'links' | 'go' | 'openSlot'> {
  content: ScreenContent;
  onBack(): void;
  onForget(): void;
}

/** Replaces the visit's screen, which has ended the call. */
export function EndPage({ content, links, go, openSlot, onBack, onForget }: EndPageProps) {
  const services = useHost();
  const { session, conversation, api, clock } = services;
  const { t, language } = useTexts<TextKey>('end');
  const [now] = useState(() => clock.now());
  const visit = useMemo(() => summarizeVisit(content, services, language), [content, services, language]);
  const { figures, turns } = visit;
  const carry = useCarry(api, () => {
    const { room, tour } = conversation.store.getState();
    return {
      visit: pickVisit(session),
      minutes: figures.minutes,
      turns,
      ...(room && { room: { ...room, name: room.name.slice(0, 200) } }),
      ...(tour && { tour }),
    };
  });
  const rating = useRating(services);
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(now);
  const text = () => formatVisit({ ...visit, date, t });
  return (
    <EndView
      museum={content.museum}
      {...visit}
      date={date}
      feedbackUrl={pickFeedbackUrl(content.profile, language)}
      rating={rating}
      carry={carry}
      language={language}
      t={t}
      onSave={() => saveFile(`${visit.title}.txt`, text(), 'text/plain', clock)}
      onShare={canShare() ? () => void share({ title: visit.title, text: text() }) : undefined}
      onShareLink={canShare() ? (url) => void share({ title: t('carry.subject', { museum: content.museum.name }), url }) : undefined}
      isKiosk={services.kiosk !== undefined}
      links={links}
      go={go}
      openSlot={openSlot}
      onForget={onForget}
      onBack={onBack}
    />
  );
}

export const part = { EndPage, CarriedPage, ForgottenPage, texts };

function summarizeVisit({ museum, profile, exhibition }: ScreenContent, services: HostServices, language: Language) {
  const { conversation, session, clock } = services;
  const { turns: said, room } = conversation.store.getState();
  const turns = packTurns(said);
  const names = room && (profile.rooms.length === room.count ? profile.rooms.map(({ name }) => localize(name, language)) : undefined);
  const figures: VisitFigures = {
    questions: countQuestions(turns),
    minutes: minutesOfVisit(window, { clock, exhibitionId: () => session.store.getState().exhibitionId }),
    rooms: room && { seen: names ? names.slice(0, room.index + 1) : [room.name], total: room.count },
  };
  const title = [museum.name, exhibition && exhibitionName(profile, exhibition, language)].filter(Boolean).join(' – ');
  return { title, guideName: localize(profile.guideName, language), figures, turns, exchanges: listExchanges(turns) };
}

/** The second press of a rating withdraws the rating. */
function useRating({ api, session }: HostServices) {
  const [{ chosen, outcome }, setState] = useState<Pick<RatingState, 'chosen' | 'outcome'>>({ chosen: undefined, outcome: undefined });
  const rate = async (rating: Rating) => {
    const next = rating === chosen ? undefined : rating;
    setState({ chosen: next, outcome: undefined });
    const isSent = await api.rate({ visit: pickVisit(session), rating: next ?? 'none' }).then(
      () => true,
      () => false,
    );
    setState(isSent ? { chosen: next, outcome: next && 'sent' } : { chosen, outcome: 'failed' });
  };
  return { chosen, outcome, rate: (rating: Rating) => void rate(rating) };
}

const canShare = () => typeof navigator.share === 'function';

/** `share` rejects if the visitor closes the browser's dialog. */
const share = (data: ShareData) => navigator.share(data).catch(() => undefined);
