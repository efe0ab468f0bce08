import { recordingLimitSeconds } from '../../../api/limits.ts';
import type { Clock } from '../../../kit/clock.ts';
import { createStore, type ReadableStore } from '../../../kit/store.ts';
import { VoiceError } from '../../../voice/failure.ts';
import { askMicrophone } from '../../../voice/microphone.ts';
import { emptyMeter, idleView, type Meter, type MicrophoneProblem, type Phase, type RecogniserKind } from './dictation-state.ts';
import { addLevels, barMs } from './levels.ts';
import { type Capture, type CaptureOptions, canRecord, type DictationPage, openCapture, type Recording } from './open-capture.ts';

interface DictationOptions extends Pick<CaptureOptions, 'page' | 'clock' | 'language' | 'phrases' | 'transcribe'> {
  /** Called once for each recording with words. */
  onWords(text: string): void;
}

export function createDictation(options: DictationOptions) {
  const { page, clock, onWords } = options;
  const { set, ...store } = createStore(idleView);
  const meter = createMeter(clock);
  /** One attempt, from the prompt to the words. Its late results are ignored, and its microphone closes. */
  let attempt = new AbortController();
  let finish: (() => Recording) | undefined;
  let recording: Recording | undefined;

  const isIn = (...phases: Phase[]) => phases.includes(store.getState().phase);
  const show = (phase: Phase, problem?: MicrophoneProblem) => set({ ...store.getState(), phase, problem });
  const end = (phase: Phase, problem?: MicrophoneProblem) => {
    attempt.abort();
    recording = undefined;
    meter.clear();
    show(phase, problem);
  };

  const ask = () => {
    attempt = new AbortController();
    const { signal } = attempt;
    show('asking');
    askFor(store.getState().recogniser, page, signal)
      .then((track) => record(track, signal))
      .catch((cause) => signal.aborted || end('refused', problemOf(cause)));
  };
  const record = (track: MediaStreamTrack, signal: AbortSignal) => {
    if (signal.aborted) return track.stop();
    const onRefused = (problem: MicrophoneProblem) => end('refused', problem);
    const capture = openCapture(store.getState().recogniser, track, { ...options, signal, onLost: stop, onRefused });
    finish = capture.finish;
    show('recording');
    meter.start(capture.read, stop);
  };
  const transcribe = async ({ signal }: AbortController) => {
    show('transcribing');
    const words = await recording?.().then(
      (text) => text.trim(),
      () => undefined,
    );
    if (signal.aborted) return;
    if (words === undefined) return show('failed');
    end(words ? 'idle' : 'unheard');
    if (words) onWords(words);
  };
  function stop(): void {
    if (isIn('asking')) end('idle');
    if (!isIn('recording')) return;
    meter.stop();
    recording = finish?.();
    void transcribe(attempt);
  }

  return {
    ...store,
    meter: meter as ReadableStore<Meter>,
    start(recogniser: RecogniserKind, needsNotice: boolean) {
      if (!isIn('idle', 'unheard', 'refused')) return;
      set({ phase: needsNotice ? 'notice' : 'asking', problem: undefined, recogniser });
      if (!needsNotice) ask();
    },
    agree: () => isIn('notice') && ask(),
    stop,
    /** Sends the kept recording again. */
    retry: () => isIn('failed') && void transcribe(attempt),
    discard: () => isIn('idle') || end('idle'),
  };
}

/** Rejects before the prompt if the browser cannot record, and after the prompt if the system has muted the microphone. */
async function askFor(recogniser: RecogniserKind, page: DictationPage, signal: AbortSignal): Promise<MediaStreamTrack> {
  if (recogniser === 'site' && page.window.isSecureContext && !canRecord(page)) throw new VoiceError('unsupported');
  const track = await askMicrophone(page, signal);
  if (!track.muted) return track;
  track.stop();
  throw new VoiceError('microphone-busy');
}

const problemOf = (cause: unknown): MicrophoneProblem => (cause instanceof VoiceError ? cause.category : 'unsupported');

/** A store of its own, so that the screen does not render at each reading. */
function createMeter(clock: Clock) {
  const { set, ...store } = createStore(emptyMeter);
  let stop = () => {};
  return {
    ...store,
    start(read: Capture['read'], onFull: () => void) {
      const startedAt = clock.now();
      let drawnBars = 0;
      const update = () => {
        const elapsedMs = clock.now() - startedAt;
        const dueBars = Math.floor(elapsedMs / barMs);
        const { level, words } = read();
        set({ levels: addLevels(store.getState().levels, level, dueBars - drawnBars), seconds: elapsedMs / 1000, words });
        drawnBars = dueBars;
        if (elapsedMs >= recordingLimitSeconds * 1000) onFull();
        else stop = clock.after(barMs - (elapsedMs % barMs), update);
      };
      stop = clock.after(barMs, update);
    },
    stop: () => stop(),
    clear() {
      stop();
      set(emptyMeter);
    },
  };
}
