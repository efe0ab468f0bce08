import type { GroupFacts } from '@enfilade/shared-contracts/api/group';
import type { MuseumResponse } from '@enfilade/shared-contracts/api/schemas';
import { createTranslator } from '@enfilade/shared-contracts/conversation/transcript/create-translator';
import type { Translations } from '@enfilade/shared-contracts/conversation/transcript/translations';
import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { isUnderWay } from '@enfilade/shared-contracts/kit/audio-player';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { sceneOf, sceneUrl } from '@enfilade/shared-contracts/museum/pictures';
import { exhibitionName, profileRoom } from '@enfilade/shared-contracts/museum/profile-texts';
import type { ThemeMode } from '@enfilade/shared-contracts/museum/theme';
import { createReader } from '@enfilade/shared-contracts/ui/speech/reading/create-reader';
import { arrivalPath } from '@enfilade/shared-contracts/visit/arrival';
import { pickVoiceId } from '@enfilade/shared-contracts/visit/pick-voice-id';
import { formatVisitAddress } from '@enfilade/shared-contracts/visit/visit-address';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useRecord } from '../museums/records.ts';
import { useMuseumTheme } from '../museums/use-museum-theme.ts';
import { type HostServices, useHost, useTexts } from '../screens/host-services.ts';
import { createFollowing, type FollowedLine, listTurns, readEvents, type ShownLine, showLine } from './follow-group.ts';
import { FollowView } from './follow-view.tsx';
import { type TextKey, texts } from './texts/texts.ts';

/** Neither starts nor changes a visit. */
function FollowPage({ code }: { code: string }) {
  const services = useHost();
  const { session, records } = services;
  const { t, language } = useTexts<TextKey>('group');
  useOwnLanguage(services);
  const following = useFollowing(code, services);
  const { connection, facts, lines } = useStore(following, (state) => state);
  const museumId = facts?.museumId;
  const record = useRecord(museumId ? records.museum(museumId) : undefined).data;
  const themeMode = useStore(session.store, (state) => state.themeMode);
  useMuseumTheme(record?.museum, services);
  const turns = useTurns(services, { museumId, lines, language });
  const speaker = record && facts && pickSpeaker(record, facts, language);
  const answers = turns.flatMap((turn) => turn.answers);
  const readAloud = useReadAloud(services, { language, speaker, lines: answers });
  const leave = () => location.assign(formatVisitAddress({ path: arrivalPath, wantsPremium: false, museumId }));
  return (
    <FollowView
      {...(record && facts ? describePlace(record, facts, { language, themeMode }) : nowhere)}
      t={t}
      language={language}
      connection={connection}
      facts={facts}
      turns={turns}
      readAloud={speaker && readAloud}
      onLeave={leave}
    />
  );
}

export const part = { FollowPage, texts };

const nowhere = { museum: undefined, room: undefined, exhibition: undefined, guideName: '', sceneUrl: undefined } as const;

function describePlace(
  { museum, profile }: MuseumResponse,
  { exhibitionId, room }: GroupFacts,
  { language, themeMode }: { language: Language; themeMode: ThemeMode },
) {
  const exhibition = museum.exhibitions.find(({ _id }) => _id === exhibitionId);
  const place = room && { number: room.index + 1, count: room.count };
  const shown = place && { ...place, name: localize(profileRoom(profile, place)?.name ?? room.name, language) };
  return {
    museum,
    room: shown,
    exhibition: exhibition && exhibitionName(profile, exhibition, language),
    guideName: localize(profile.guideName, language),
    sceneUrl: sceneUrl(museum._id, sceneOf(profile, exhibitionId, shown), themeMode),
  };
}

/** Undefined if the museum has no voice of the language. */
function pickSpeaker({ profile }: MuseumResponse, { museumId, exhibitionId }: GroupFacts, language: Language) {
  const voiceId = pickVoiceId({ profile, language, answers: {} });
  return voiceId === undefined
    ? undefined
    : { voiceId, visit: { museumId, exhibitionId, language, visitMode: 'guided' as const, answers: {} } };
}

interface TurnsOptions {
  museumId: EntityId | undefined;
  lines: readonly FollowedLine[];
  language: Language;
}

function useTurns({ api, clock }: Pick<HostServices, 'api' | 'clock'>, { museumId, lines, language }: TurnsOptions) {
  const translator = useMemo(() => (museumId ? createTranslator({ api, museumId, clock }) : undefined), [api, museumId, clock]);
  useEffect(() => translator?.stop, [translator]);
  useEffect(() => {
    for (const from of languages.filter((other) => other !== language)) {
      const said = lines.filter((line) => line.language === from && !line.isOpen);
      translator?.want(
        { from, to: language },
        said.map(({ text }) => text),
      );
    }
  }, [translator, lines, language]);
  const translations = useStore(translator ?? noTranslator, (state) => state);
  return useMemo(
    () => listTurns(lines.map((line) => ({ ...line, shown: showLine(line, language, translations) }))),
    [lines, language, translations],
  );
}

const noTranslations: Translations = new Map();
const noTranslator = { getState: () => noTranslations, subscribe: () => () => undefined };

function useFollowing(code: string, { environment }: Pick<HostServices, 'environment'>) {
  const following = useMemo(
    () => createFollowing({ read: (options) => readEvents(environment, code, options), clock: environment.clock, random: Math.random }),
    [environment, code],
  );
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    let leave = following.run();
    const reconnect = () => {
      leave();
      leave = following.run();
    };
    window.addEventListener('online', reconnect, { signal });
    // The old connection receives nothing, and the new connection fails at once.
    window.addEventListener('offline', reconnect, { signal });
    // A page in the back-forward cache must not count as a follower.
    window.addEventListener('pagehide', () => leave(), { signal });
    window.addEventListener('pageshow', ({ persisted }) => persisted && reconnect(), { signal });
    return () => {
      gone.abort();
      leave();
    };
  }, [following]);
  return following;
}

/** A new follower has chosen no language, so the device's language applies, not the museum's. */
function useOwnLanguage({ session }: Pick<HostServices, 'session'>) {
  useEffect(() => {
    const own = navigator.languages.map((name) => languages.find((language) => name.toLowerCase().startsWith(language)));
    const first = own.find((language): language is Language => language !== undefined);
    if (first) session.setLanguage(first, false);
  }, [session]);
}

interface ReadAloudOptions {
  language: Language;
  /** Undefined until the museum is known, or if the museum has no voice. */
  speaker: ReturnType<typeof pickSpeaker>;
  lines: readonly (FollowedLine & { shown: ShownLine })[];
}

/** Reads new lines one after the other after the follower's press. The voice cannot speak foreign lines, so they are skipped. */
function useReadAloud({ api, clock, session }: Pick<HostServices, 'api' | 'clock' | 'session'>, options: ReadAloudOptions) {
  const { language, lines, speaker } = options;
  const current = useRef(speaker);
  current.current = speaker;
  const reader = useMemo(() => createReader({ api, clock, session, pickSpeaker: () => current.current }), [api, clock, session]);
  const [isOn, setOn] = useState(false);
  /** Place of the last line that was read. */
  const [readUpTo, setReadUpTo] = useState(0);
  const state = useStore(reader, (reading) => reading.state);
  const next = lines.find(({ place, isOpen, shown }) => place > readUpTo && !isOpen && shown.kind !== 'foreign');
  const isReading = isUnderWay(state);
  useEffect(() => {
    if (!isOn || isReading || !next || next.shown.kind === 'waiting') return;
    setReadUpTo(next.place);
    reader.read(next.key, next.shown.text);
  }, [isOn, isReading, next, reader]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pending line is in the previous language
  useEffect(() => reader.stop, [reader, language]);
  return {
    isOn,
    hasFailed: isOn && state === 'error',
    /** Call within a tap: browsers play no sound before the first tap. */
    toggle() {
      setOn(!isOn);
      if (isOn) return reader.stop();
      reader.allow();
      const last = lines.findLast(({ isOpen, shown }) => !isOpen && (shown.kind === 'own' || shown.kind === 'said'));
      setReadUpTo(last?.place ?? lines.at(-1)?.place ?? 0);
      if (last && last.shown.kind !== 'waiting') reader.read(last.key, last.shown.text);
    },
  };
}
