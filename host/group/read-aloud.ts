import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { isUnderWay } from '@enfilade/shared-contracts/kit/audio-player';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { createReader } from '@enfilade/shared-contracts/ui/speech/reading/create-reader';
import type { Visit } from '@enfilade/shared-contracts/visit/visit';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { HostServices } from '../screens/host-services.ts';
import type { FollowedLine } from './follow-group.ts';
import type { ShownLine } from './translate-lines.ts';

interface ReadAloudOptions {
  language: Language;
  /** Undefined until the museum is known, or if the museum has no voice. */
  speaker: { voiceId: string; visit: Visit } | undefined;
  lines: readonly (FollowedLine & { shown: ShownLine })[];
}

export type ReadAloud = ReturnType<typeof useReadAloud>;

/** Reads new lines one after the other after the follower's press. The voice cannot speak foreign lines, so they are skipped. */
export function useReadAloud({ api, clock, session }: Pick<HostServices, 'api' | 'clock' | 'session'>, options: ReadAloudOptions) {
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
