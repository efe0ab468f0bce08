import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import { askMicrophone } from '@enfilade/shared-contracts/voice/microphone';
import { MicrophoneError } from '@enfilade/shared-contracts/voice/microphone-error';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { ReadableStore } from '@enfilade/shared-contracts/kit/store';
import type { DictationPage } from './dictation-page.ts';
import {
  type Command,
  type DictationEvent,
  type DictationState,
  type DictationView,
  type Live,
  type Means,
  type MicrophoneProblem,
  pickProblem,
  silent,
  step,
  still,
} from './dictation-state.ts';
import { addLevels, barMs } from './levels.ts';
import { type Capture, type Kept, openCapture } from './open-capture.ts';
import { canRecord, pickRate } from './open-recorder.ts';
import { pickLimitSeconds } from './recording-limit.ts';

interface LiveMeter extends ReadableStore<Live> {
  start(read: () => Pick<Live, 'words'> & { level: number }): void;
  /** What it shows stays. */
  stop(): void;
  clear(): void;
}

/** Watches a recording; apart from the state, which would redraw a screen each time. */
function createLiveMeter(clock: Clock): LiveMeter {
  let live = still;
  let stop = () => {};
  const listeners = new Set<(now: Live, before: Live) => void>();
  const become = (next: Live) => {
    const before = live;
    live = next;
    for (const listener of listeners) listener(live, before);
  };
  return {
    getState: () => live,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start(read) {
      const since = clock.now();
      let drawn = 0;
      const look = () => {
        const elapsedMs = clock.now() - since;
        const due = Math.floor(elapsedMs / barMs);
        const { level, words } = read();
        become({ levels: addLevels(live.levels, level, due - drawn), seconds: elapsedMs / 1000, words });
        drawn = due;
        stop = clock.after(barMs - (elapsedMs % barMs), look);
      };
      stop = clock.after(barMs, look);
    },
    stop: () => stop(),
    clear() {
      stop();
      become(still);
    },
  };
}

interface WorkOptions {
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
function createDictationWork(options: WorkOptions): Record<Command, (attempt: number) => void> {
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

type DictationOptions = Pick<WorkOptions, 'page' | 'clock' | 'language' | 'transcribe' | 'onWords'>;

export interface Dictation extends ReadableStore<DictationView> {
  readonly live: ReadableStore<Live>;
  begin(means: Means, needsNotice: boolean): void;
  /** What the visitor does. `discarded` ends everything that was begun. */
  tell(event: DictationEvent<'agreed' | 'stopped' | 'retried' | 'discarded'>): void;
}

/** One recording after another, from the question for the microphone to the words. */
export function createDictation(options: DictationOptions): Dictation {
  const rate = pickRate(options.page);
  const meter = createLiveMeter(options.clock);
  const listeners = new Set<(now: DictationView, before: DictationView) => void>();
  let state = silent;
  let means: Means = 'site';
  let view = viewOf(state, means, rate);

  const tell = (event: DictationEvent): boolean => {
    const taken = step(state, event);
    if (!taken) return false;
    state = taken.state;
    for (const command of taken.commands) work[command](taken.state.attempt);
    // Where a command told of its own end, the newest state was shown already.
    const before = view;
    view = viewOf(state, means, rate);
    for (const listener of listeners) listener(view, before);
    return true;
  };
  const work = createDictationWork({ ...options, rate, meter, means: () => means, tell });

  return {
    live: meter,
    getState: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    begin(wanted, needsNotice) {
      const begun = { type: 'begun', needsNotice } as const;
      // What runs goes on by the means it was begun with.
      if (step(state, begun)) means = wanted;
      tell(begun);
    },
    tell,
  };
}

const viewOf = ({ phase, problem }: DictationState, means: Means, rate: number): DictationView => ({
  phase,
  problem,
  means,
  limitSeconds: pickLimitSeconds(rate),
});
