import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { askMicrophone, MicrophoneError } from '@enfilade/shared-contracts/voice/microphone';
import type { DictationPage } from '../effects/dictation/dictation-page.ts';
import { canRecord } from '../effects/dictation/record-microphone.ts';
import type { Command, DictationEvent, MicrophoneProblem } from '../model/dictation/dictation-state.ts';
import type { Means } from '../model/dictation/dictation-view.ts';
import { pickProblem } from '../model/dictation/pick-problem.ts';
import { pickLimitSeconds } from '../model/dictation/recording-limit.ts';
import type { LiveMeter } from './live-meter.ts';
import { type Capture, type Kept, openCapture } from './open-capture.ts';

export interface WorkOptions {
  page: DictationPage;
  clock: Clock;
  meter: LiveMeter;
  /** Samples per second of what is sent. */
  rate: number;
  means(): Means;
  /** What the visitor speaks. */
  language(): Language;
  transcribe: GuideApi['transcribe'];
  /** Once for each recording, never with an empty text. */
  onWords(text: string): void;
  /** False when it came too late. */
  tell(event: DictationEvent): boolean;
}

/** What the machine's commands do, for the attempt they are given. Whatever they begin is theirs to end. */
export function createDictationWork(options: WorkOptions): Record<Command, (attempt: number) => void> {
  const { page, clock, meter, rate, means, tell, onWords } = options;
  let leaving = new AbortController();
  let granted: MediaStreamTrack | undefined;
  let capture: Capture | undefined;
  let kept: Kept | undefined;
  let words = '';
  let stopLimit = () => {};

  const stopWatching = () => {
    stopLimit();
    meter.stop();
    capture = undefined;
  };

  return {
    ask(attempt) {
      leaving = new AbortController();
      askFor(means(), page, leaving.signal).then(
        (track) => {
          granted = track;
          if (!tell({ type: 'granted', attempt })) track.stop();
        },
        (cause) => tell({ type: 'refused', attempt, problem: problemOf(cause) }),
      );
    },
    record(attempt) {
      const onLost = () => void tell({ type: 'ran-out', attempt });
      const onRefused = (problem: MicrophoneProblem) => void tell({ type: 'refused', attempt, problem });
      try {
        if (granted) capture = openCapture(means(), granted, { ...options, onLost, onRefused });
      } catch (cause) {
        onRefused(problemOf(cause));
      }
      granted = undefined;
      if (!capture) return;
      meter.start(capture.read);
      stopLimit = clock.after(pickLimitSeconds(rate) * 1000, onLost);
    },
    finish() {
      kept = capture?.finish();
      stopWatching();
    },
    transcribe(attempt) {
      leaving = new AbortController();
      kept?.transcribe(leaving.signal).then(
        (text) => {
          words = text.trim();
          tell({ type: words ? 'understood' : 'unheard', attempt });
        },
        () => tell({ type: 'broke', attempt }),
      );
    },
    'hand-over': () => onWords(words),
    end() {
      leaving.abort();
      capture?.end();
      stopWatching();
      kept = undefined;
      meter.clear();
    },
  };
}

/** Nobody is asked for a microphone that cannot be used. */
async function askFor(means: Means, page: DictationPage, signal: AbortSignal): Promise<MediaStreamTrack> {
  const isHopeless = means === 'site' && page.window.isSecureContext && !canRecord(page);
  if (isHopeless) throw new MicrophoneError('unsupported');
  return await askMicrophone(page, signal);
}

const problemOf = (cause: unknown) => pickProblem(cause instanceof MicrophoneError ? cause.category : undefined);
