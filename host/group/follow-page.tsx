import { createGroupApi } from '@enfilade/shared-contracts/api/group-api';
import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { exhibitionName } from '@enfilade/shared-contracts/museum/exhibition-name';
import { sceneOf, sceneUrl } from '@enfilade/shared-contracts/museum/pictures';
import { arrivalPath } from '@enfilade/shared-contracts/visit/arrival';
import { pickVoiceId } from '@enfilade/shared-contracts/visit/pick-voice-id';
import { formatVisitAddress } from '@enfilade/shared-contracts/visit/visit-address';
import { useEffect, useMemo, useState } from 'react';
import { useRecord } from '../museums/records.ts';
import { useMuseumTheme } from '../museums/use-museum-theme.ts';
import type { HostServices } from '../screens/host-services.ts';
import { createFollowing, listTurns } from './follow-group.ts';
import { FollowView } from './follow-view.tsx';
import { useReadAloud } from './read-aloud.ts';
import { useGroupTexts } from './texts/texts.ts';
import { createLineTranslator, showLine } from './translate-lines.ts';

/** A leader's visit as its followers read it, each in their own language. It begins no visit and changes none. */
export function FollowPage({ code, services }: { code: string; services: HostServices }) {
  const { session, records, i18n, environment } = services;
  const { t, language } = useGroupTexts(i18n);
  useOwnLanguage(services);
  const api = useMemo(() => createGroupApi(environment), [environment]);
  const following = useFollowing(code, services, api);
  const { connection, facts, lines } = useStore(following, (state) => state);
  const museum = useRecord(facts && records.museum(facts.museumId)).data;
  const themeMode = useStore(session.store, (state) => state.themeMode);
  useMuseumTheme(museum?.museum, services);
  const translator = useMemo(() => facts && createLineTranslator({ api, museumId: facts.museumId }), [api, facts?.museumId]);
  useEffect(() => translator?.stop, [translator]);
  useEffect(() => translator?.want(lines, language), [translator, lines, language]);
  const translations = useStore(translator ?? noTranslator, (state) => state);
  const shown = listTurns(lines).map(({ key, questions, answers }) => {
    const show = (line: (typeof lines)[number]) => ({ ...line, shown: showLine(line, language, translations) });
    return { key, questions: questions.map(show), answers: answers.map(show) };
  });
  const voiceId = museum && pickVoiceId({ profile: museum.profile, language, answers: {} });
  const readAloud = useReadAloud(services, {
    language,
    speaker:
      facts && voiceId
        ? { voiceId, visit: { museumId: facts.museumId, exhibitionId: facts.exhibitionId, language, visitMode: 'guided', answers: {} } }
        : undefined,
    lines: shown.flatMap(({ answers }) => answers),
  });
  const exhibition = museum?.museum.exhibitions.find(({ _id }) => _id === facts?.exhibitionId);
  const names = museum && facts?.room && museum.profile.rooms.length === facts.room.count ? museum.profile.rooms : undefined;
  const room = facts?.room && {
    number: facts.room.index + 1,
    count: facts.room.count,
    name: localize(names?.[facts.room.index]?.name ?? facts.room.name, language),
  };
  const leave = () => location.assign(formatVisitAddress({ path: arrivalPath, wantsPremium: false, museumId: facts?.museumId }));
  return (
    <FollowView
      museum={museum?.museum}
      services={services}
      t={t}
      language={language}
      connection={connection}
      facts={facts}
      room={room}
      exhibition={exhibition && museum ? exhibitionName(museum.profile, exhibition, language) : undefined}
      guideName={museum ? localize(museum.profile.guideName, language) : ''}
      sceneUrl={museum && sceneUrl(museum.museum._id, sceneOf(museum.profile, facts?.exhibitionId, room), themeMode)}
      turns={shown}
      readAloud={voiceId ? readAloud : undefined}
      onLeave={leave}
    />
  );
}

const noTranslations: ReadonlyMap<string, string | null> = new Map();
const noTranslator = { getState: () => noTranslations, subscribe: () => () => undefined };

function useFollowing(code: string, { clock }: Pick<HostServices, 'clock'>, api: ReturnType<typeof createGroupApi>) {
  const [following, setFollowing] = useState(() => createFollowing({ api, code, clock, random: Math.random }));
  useEffect(() => {
    const { hurry, leave } = following;
    const onShow = (event: PageTransitionEvent) =>
      event.persisted && setFollowing(createFollowing({ api, code, clock, random: Math.random }));
    window.addEventListener('online', hurry);
    // A page that is kept for the way back is no follower.
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', onShow);
    return () => {
      window.removeEventListener('online', hurry);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', onShow);
      leave();
    };
  }, [following, api, code, clock]);
  return following;
}

/** A follower has chosen nothing yet: their device's language counts, and not the museum's. */
function useOwnLanguage({ session }: Pick<HostServices, 'session'>) {
  useEffect(() => {
    const own = navigator.languages.map((name) => languages.find((language) => name.toLowerCase().startsWith(language)));
    const first = own.find((language): language is Language => language !== undefined);
    if (first) session.setLanguage(first, false);
  }, [session]);
}
