import type { Conversation } from '@enfilade/shared-contracts/conversation/conversation';
import { isUnderWay } from '@enfilade/shared-contracts/kit/audio-player';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { parseTranscript, type TranscriptCue } from '@enfilade/shared-contracts/museum/transcript';
import type { SettingsSource } from '@enfilade/shared-contracts/visit/session';
import { useEffect, useRef, useState } from 'react';
import { pickCurrentLine } from '../introduction/recording.ts';
import { useRecording } from '../introduction/use-recording.ts';
import { silenceGuide } from './silence-guide.ts';

interface SilenceProps {
  conversation: Pick<Conversation, 'store' | 'setGuideMuted' | 'setMicrophoneMuted'>;
  onPlaying(isPlaying: boolean): void;
}

interface DescriptionOptions {
  url: string;
  transcript: string;
  clock: Clock;
  session: SettingsSource;
}

/** A player of one recording, with its words, which ends with its view. */
export function useDescription({ url, transcript, clock, session }: DescriptionOptions, silence: SilenceProps) {
  const { recording, isHeard, toggle, seek, pause } = useRecording(url, { clock, session });
  useSilence(silence, isUnderWay(recording.state), pause);
  const cues = useTranscript(transcript);
  return {
    recording,
    cues,
    /** Index of the line being spoken; -1 while none is. */
    current: isHeard ? pickCurrentLine(cues, recording.seconds) : -1,
    toggle,
    seek,
  };
}

/** While something plays the guide is silent; what plays is paused where the visitor begins to speak. */
export function useSilence({ conversation, onPlaying }: SilenceProps, isPlaying: boolean, pause: () => void) {
  const latest = useRef({ onPlaying, pause });
  useEffect(() => {
    latest.current = { onPlaying, pause };
  });
  useEffect(() => {
    if (!isPlaying) return;
    latest.current.onPlaying(true);
    const end = silenceGuide({ conversation, onMicrophone: () => latest.current.pause() });
    return () => {
      end();
      latest.current.onPlaying(false);
    };
  }, [conversation, isPlaying]);
}

const noCues: readonly TranscriptCue[] = [];

/** Without it there is the recording alone. */
function useTranscript(url: string): readonly TranscriptCue[] {
  const [cues, setCues] = useState(noCues);
  useEffect(() => {
    const leaving = new AbortController();
    const load = async () => {
      // biome-ignore lint/style/noRestrictedGlobals: a file of the museum's, no call of the gateway's API
      const response = await fetch(url, { signal: leaving.signal });
      if (response.ok) setCues(parseTranscript(await response.text()) ?? noCues);
    };
    load().catch(() => undefined);
    return () => leaving.abort();
  }, [url]);
  return cues;
}
