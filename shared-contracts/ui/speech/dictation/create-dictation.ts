import { recordingLimitSeconds } from '../../../api/limits.ts';
import type { Clock } from '../../../kit/clock.ts';
import { createStore, type ReadableStore } from '../../../kit/store.ts';
import { VoiceError } from '../../../voice/failure.ts';
import { askMicrophone } from '../../../voice/microphone.ts';
import {
  type Command,
  type DictationEvent,
  type DictationState,
  emptyMeter,
  initialState,
  type Meter,
  type MicrophoneProblem,
  pickTransition,
  type RecogniserKind,
} from './dictation-state.ts';
import { addLevels, barMs } from './levels.ts';
import { type Capture, type CaptureOptions, openCapture, type Recording } from './open-capture.ts';
import { canRecord, type DictationPage } from './open-recorder.ts';

interface DictationOptions extends Pick<CaptureOptions, 'page' | 'clock' | 'language' | 'phrases' | 'transcribe'> {
  /** Called once for each recording with words. */
  onWords(text: string): void;
}

export function createDictation(options: DictationOptions) {
  const meter = createMeter(options.clock);
  const { set, ...store } = createStore(initialState);
  const dispatch = (event: DictationEvent): boolean => {
    const transition = pickTransition(store.getState(), event);
    if (!transition) return false;
    set(transition.state);
    for (const command of transition.commands) commands[command](transition.state);
    return true;
  };
  const commands = createCommands({ ...options, meter, dispatch });
  return { ...store, meter: meter as ReadableStore<Meter>, dispatch };
}

interface CommandOptions extends DictationOptions {
  meter: ReturnType<typeof createMeter>;
  /** False for a late event. */
  dispatch(event: DictationEvent): boolean;
}

function createCommands(options: CommandOptions): Record<Command, (state: DictationState) => void> {
  const { page, clock, meter, dispatch, onWords } = options;
  let aborting = new AbortController();
  let granted: MediaStreamTrack | undefined;
  let capture: Capture | undefined;
  let recording: Recording | undefined;
  let words = '';
  let cancelLimit = () => {};

  const closeCapture = () => {
    cancelLimit();
    meter.stop();
    capture = undefined;
  };

  return {
    ask({ attempt, recogniser }) {
      aborting = new AbortController();
      askFor(recogniser, page, aborting.signal).then(
        (track) => {
          granted = track;
          if (!dispatch({ type: 'granted', attempt })) track.stop();
        },
        (cause) => dispatch({ type: 'refused', attempt, problem: problemOf(cause) }),
      );
    },
    record({ attempt, recogniser }) {
      const onLost = () => void dispatch({ type: 'cut-off', attempt });
      const onRefused = (problem: MicrophoneProblem) => void dispatch({ type: 'refused', attempt, problem });
      try {
        if (granted) capture = openCapture(recogniser, granted, { ...options, onLost, onRefused });
      } catch (cause) {
        onRefused(problemOf(cause));
      }
      granted = undefined;
      if (!capture) return;
      meter.start(capture.read);
      cancelLimit = clock.after(recordingLimitSeconds * 1000, onLost);
    },
    finish() {
      recording = capture?.finish();
      closeCapture();
    },
    transcribe({ attempt }) {
      aborting = new AbortController();
      recording?.transcribe(aborting.signal).then(
        (text) => {
          words = text.trim();
          dispatch({ type: words ? 'transcribed' : 'unheard', attempt });
        },
        () => dispatch({ type: 'failed', attempt }),
      );
    },
    deliver: () => onWords(words),
    end() {
      aborting.abort();
      capture?.end();
      closeCapture();
      recording = undefined;
      meter.clear();
    },
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
    start(read: Capture['read']) {
      const startedAt = clock.now();
      let drawnBars = 0;
      const update = () => {
        const elapsedMs = clock.now() - startedAt;
        const dueBars = Math.floor(elapsedMs / barMs);
        const { level, words } = read();
        set({ levels: addLevels(store.getState().levels, level, dueBars - drawnBars), seconds: elapsedMs / 1000, words });
        drawnBars = dueBars;
        stop = clock.after(barMs - (elapsedMs % barMs), update);
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
