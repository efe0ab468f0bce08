import { toWritten } from '@enfilade/shared-contracts/pronunciation/to-written';
import type { FastifyBaseLogger } from 'fastify';
import type { CallPlan } from './call-plan.ts';
import { createListening } from './listening.ts';
import type { Transcribe } from './transcriber.ts';
import { patientEndMs, speechEndMs } from './voice-activity.ts';
import { microphoneRate } from './room-protocol.ts';

/** The guide's ear in one room: from the microphone to the visitor's words. */
export interface Hearing {
  hear(samples: Int16Array): void;
  /** The microphone was closed: what was being said is complete. */
  close(): void;
  setMuted(isMuted: boolean): void;
  /** Nothing is told from now on. */
  stop(): void;
}

export interface HearingOptions {
  plan: Pick<CallPlan, 'language' | 'pronunciations' | 'confidenceThreshold'>;
  /** Absent: the visitor's voice is noticed, and never becomes words. */
  transcribe: Transcribe | undefined;
  log: FastifyBaseLogger;
  emit(type: string, body: object): void;
  nextTurn(): number;
  /** Whether the visitor keeps the guide from being heard. */
  isGuideSilenced(): boolean;
  onBegin(): void;
  onEnd(): void;
  onWords(text: string): void;
}

export function createHearing({
  plan,
  transcribe,
  log,
  emit,
  nextTurn,
  isGuideSilenced,
  onBegin,
  onEnd,
  onWords,
}: HearingOptions): Hearing {
  const { language, confidenceThreshold } = plan;
  const end = new AbortController();
  /** One after the other: what was said first is answered first. */
  let earlier: Promise<void> = Promise.resolve();
  let turn = 0;
  let isMuted = false;

  const understand = async (samples: Int16Array): Promise<void> => {
    if (!transcribe || end.signal.aborted) return;
    try {
      const { text, confidence } = await transcribe({ samples, sampleRate: microphoneRate, language, signal: end.signal });
      const written = toWritten(text.trim(), plan);
      const isSure = confidence === undefined || confidence >= confidenceThreshold;
      if (written && isSure && !end.signal.aborted) onWords(written);
    } catch (error) {
      if (!end.signal.aborted) log.warn({ err: error }, 'speech could not be transcribed');
    }
  };

  const listening = createListening({
    sampleRate: microphoneRate,
    endMs: () => (isGuideSilenced() ? patientEndMs : speechEndMs),
    onBegin() {
      turn = nextTurn();
      emit('speech-update', { status: 'started', role: 'user', turn });
      onBegin();
    },
    onEnd(utterance) {
      emit('speech-update', { status: 'stopped', role: 'user', turn });
      onEnd();
      if (utterance) earlier = earlier.then(() => understand(utterance));
    },
  });

  return {
    hear(samples) {
      if (!isMuted && !end.signal.aborted) listening.hear(samples);
    },
    close: listening.close,
    setMuted(wanted) {
      isMuted = wanted;
      if (isMuted) listening.close();
    },
    stop() {
      end.abort();
      listening.forget();
    },
  };
}
