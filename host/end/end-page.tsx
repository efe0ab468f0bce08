import { pickVisit } from '@enfilade/shared-contracts/conversation/pick-visit';
import { minutesOfVisit } from '@enfilade/shared-contracts/conversation/runtime/conversation-memory';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { saveFile } from '@enfilade/shared-contracts/kit/save-file';
import { useRequest } from '@enfilade/shared-contracts/kit/use-request';
import { exhibitionName } from '@enfilade/shared-contracts/museum/exhibition-name';
import { pickFeedbackUrl } from '@enfilade/shared-contracts/museum/feedback-url';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import { type ComponentProps, useMemo, useRef, useState } from 'react';
import type { ScreenContent } from '../arrival/resolve.ts';
import type { HostServices } from '../screens/host-services.ts';
import { packTurns } from './carried-turns.ts';
import { EndView, type Rating } from './end-view.tsx';
import { forgetVisit } from './forget-visit.ts';
import { ForgottenView } from './forgotten-view.tsx';
import { countQuestions, formatVisit, listExchanges, type VisitFigures } from './said.ts';
import type { TextKey } from './texts/texts.ts';
import { useCarry } from './use-carry.ts';

export type EndServices = Pick<HostServices, 'session' | 'conversation' | 'api' | 'i18n' | 'clock' | 'kiosk'>;

interface EndPageProps extends Pick<ComponentProps<typeof EndView>, 'links' | 'go' | 'openSlot'> {
  content: ScreenContent;
  services: EndServices;
  onBack(): void;
  onForget(): void;
}

/** Replaces the visit's screen, which has ended the call. */
export function EndPage({ content, services, links, go, openSlot, onBack, onForget }: EndPageProps) {
  const { session, conversation, api, i18n, clock } = services;
  const { t, language } = useTranslation<TextKey>(i18n, 'end');
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
      services={services}
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

export function ForgottenPage({ museum, services }: { museum: Museum; services: EndServices }) {
  const { session, api, i18n } = services;
  const { t } = useTranslation<TextKey>(i18n, 'end');
  const { value: forgotten, retry } = useRequest(museum._id, () =>
    forgetVisit({ museumId: museum._id, api, session, page: { document, window } }),
  );
  // A new page load also clears the memory of this page.
  const start = () => location.replace(`/?museum=${museum._id}`);
  return <ForgottenView museum={museum} services={services} forgotten={forgotten} t={t} onRetry={retry} onStart={start} />;
}

function summarizeVisit({ museum, profile, exhibition }: ScreenContent, services: EndServices, language: Language) {
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

function useRating({ api, session }: EndServices) {
  const [chosen, setChosen] = useState<Rating>();
  const [outcome, setOutcome] = useState<'sent' | 'failed'>();
  /** `sent`: the rating that the museum has. `press`: the last press; the outcome of an earlier press is ignored. */
  const last = useRef<{ sent?: Rating | undefined; press?: object }>({});
  const rate = async (rating: Rating) => {
    const next = rating === chosen ? undefined : rating;
    const press = {};
    last.current.press = press;
    setChosen(next);
    setOutcome(undefined);
    const isSent = await api.rate({ visit: pickVisit(session), rating: next ?? 'none' }).then(
      () => true,
      () => false,
    );
    if (isSent) last.current.sent = next;
    if (last.current.press !== press) return;
    if (!isSent) setChosen(last.current.sent);
    setOutcome(isSent ? next && 'sent' : 'failed');
  };
  return { chosen, outcome, rate: (rating: Rating) => void rate(rating) };
}

const canShare = () => typeof navigator.share === 'function';

/** `share` rejects if the visitor closes the browser's dialog. */
const share = (data: ShareData) => navigator.share(data).catch(() => undefined);
