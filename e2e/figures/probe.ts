import type { Page } from '@playwright/test';

/** Milliseconds of the page's clock. */
interface Sight {
  /** The press in the browser, and in the page's first listener. */
  pressedAt: number;
  tellingAt: number;
  /** The microphone's track became enabled, or the guide's element fell silent. */
  openAt: number | undefined;
  mutedAt: number | undefined;
  /** First sound since `listen`, and last sound, in the stream that the element plays. */
  firstSoundAt: number | undefined;
  lastSoundAt: number | undefined;
  /** The first sound since the click reached the page, before playback. */
  arrivedAt: number | undefined;
}

interface ProbedWindow {
  probe: {
    sight: Sight;
    /** Sound's clock to page's clock. A busy page reads the sound late, so the smallest delay counts as zero. */
    offset: number;
    tracks: MediaStreamTrack[];
    /** Reads the samples without a second audio graph. Resolves once samples arrive. */
    tap(stream: MediaStream): Promise<void>;
  };
  /** Chromium's own type, which TypeScript's DOM library lacks. */
  MediaStreamTrackProcessor: new (options: {
    track: MediaStreamTrack;
    maxBufferSize: number;
  }) => { readable: ReadableStream<AudioData> };
}

/** Call this before opening the page. */
export async function installProbe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const nothing = { openAt: undefined, mutedAt: undefined, firstSoundAt: undefined, lastSoundAt: undefined, arrivedAt: undefined };
    const blank = { pressedAt: 0, tellingAt: 0, ...nothing };
    // An eighth of the tests' limit for audible sound.
    const least = 0.00125;
    const hear = (data: AudioData) => {
      const madeAt = data.timestamp / 1000;
      probe.offset = Math.min(probe.offset, performance.now() - madeAt);
      const samples = new Float32Array(data.numberOfFrames);
      data.copyTo(samples, { planeIndex: 0, format: 'f32-planar' });
      data.close();
      if (!samples.some((sample) => Math.abs(sample) > least)) return;
      probe.sight.lastSoundAt = madeAt;
      probe.sight.firstSoundAt ??= madeAt;
    };
    let stopListening = () => {};
    const tap = async (stream: MediaStream) => {
      stopListening();
      const [track] = stream.getAudioTracks();
      if (!track) throw new Error('The guide has no sound');
      // If a busy page does not read in time, the first of several pieces would be dropped.
      const { readable } = new (window as unknown as ProbedWindow).MediaStreamTrackProcessor({ track, maxBufferSize: 500 });
      const reader = readable.getReader();
      let isStopped = false;
      stopListening = () => {
        isStopped = true;
        void reader.cancel();
      };
      const { value } = await reader.read();
      if (value) hear(value);
      void (async () => {
        for (let next = await reader.read(); next.value && !isStopped; next = await reader.read()) hear(next.value);
      })();
    };
    const probe: ProbedWindow['probe'] = { sight: blank, offset: Number.POSITIVE_INFINITY, tracks: [], tap };
    (window as unknown as ProbedWindow).probe = probe;
    const { mediaDevices } = navigator;
    const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await getUserMedia(constraints);
      probe.tracks = stream.getAudioTracks();
      return stream;
    };
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        this.addEventListener('message', ({ data }) => {
          if (typeof data !== 'string') probe.sight.arrivedAt ??= performance.now();
        });
      }
    };
    const isOpen = () => probe.tracks.some(({ readyState, enabled }) => readyState === 'live' && enabled);
    const isMuted = () => {
      const player = document.querySelector<HTMLAudioElement>('audio[data-participant-id]');
      return player !== null && (player.muted || player.volume === 0);
    };
    const look = () => {
      const now = performance.now();
      if (isOpen()) probe.sight.openAt ??= now;
      if (isMuted()) probe.sight.mutedAt ??= now;
    };
    // A later task would run after the frame that the press causes, and would count that frame.
    const lookAfterChange = (prototype: object, property: string) => {
      const descriptor = Object.getOwnPropertyDescriptor(prototype, property);
      const set = function (this: unknown, value: unknown) {
        descriptor?.set?.call(this, value);
        look();
      };
      Object.defineProperty(prototype, property, { ...descriptor, set });
    };
    lookAfterChange(MediaStreamTrack.prototype, 'enabled');
    for (const property of ['muted', 'volume']) lookAfterChange(HTMLMediaElement.prototype, property);
    const press = (event: Event) => {
      const now = performance.now();
      Object.assign(probe.sight, { pressedAt: event.timeStamp, tellingAt: now, openAt: undefined, mutedAt: undefined });
      // The question starts in silence: earlier sound is not its answer.
      if (event.type === 'click') Object.assign(probe.sight, { firstSoundAt: undefined, arrivedAt: undefined });
      else look();
    };
    addEventListener('pointerdown', press, true);
    // A question and a tab act on release.
    addEventListener('click', press, true);
  });
}

/** Applies to every page opened later. Call this after `installProbe`. */
export async function installFirstListener(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let last: MediaProvider | null | undefined;
    new MutationObserver(() => {
      const stream = document.querySelector<HTMLAudioElement>('audio[data-participant-id]')?.srcObject;
      if (!(stream instanceof MediaStream) || stream === last) return;
      last = stream;
      void (window as unknown as ProbedWindow).probe.tap(stream);
    }).observe(document, { childList: true, subtree: true });
  });
}

/** The microphone needs a permission, which the visitor gives at once. */
export async function askForMicrophone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const query = Permissions.prototype.query;
    Permissions.prototype.query = async function (descriptor) {
      const status = await query.call(this, descriptor);
      if ((descriptor.name as string) === 'microphone') Object.defineProperty(status, 'state', { value: 'prompt' });
      return status;
    };
  });
}

export const listen = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { probe } = window as unknown as ProbedWindow;
    const stream = document.querySelector<HTMLAudioElement>('audio[data-participant-id]')?.srcObject;
    if (!(stream instanceof MediaStream)) throw new Error('The guide has no audio element');
    probe.sight.firstSoundAt = undefined;
    await probe.tap(stream);
  });

export const readSight = (page: Page): Promise<Sight> =>
  page.evaluate(() => {
    const { sight, offset } = (window as unknown as ProbedWindow).probe;
    const toPage = (madeAt: number | undefined) => (madeAt === undefined ? undefined : madeAt + offset);
    return { ...sight, firstSoundAt: toPage(sight.firstSoundAt), lastSoundAt: toPage(sight.lastSoundAt) };
  });

interface ReadingWindow {
  /** `silences` in ms; `lastLoud` is NaN before the first loud sample. */
  reading: { silences: number[]; lastLoud: number };
}

/** Measures the silences between the sounds of media elements. Call this before opening the page. */
export async function installReadingProbe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const reading: ReadingWindow['reading'] = { silences: [], lastLoud: Number.NaN };
    Object.assign(window, { reading });
    const heard = new WeakSet<HTMLMediaElement>();
    let at = 0;
    const hear = (data: AudioData) => {
      const samples = new Float32Array(data.numberOfFrames);
      data.copyTo(samples, { planeIndex: 0, format: 'f32-planar' });
      const ms = 1_000 / data.sampleRate;
      data.close();
      for (const sample of samples) {
        at += 1;
        if (Math.abs(sample) < 0.003) continue;
        if ((at - reading.lastLoud) * ms > 10) reading.silences.push((at - reading.lastLoud) * ms);
        reading.lastLoud = at;
      }
    };
    const follow = async (track: MediaStreamTrack) => {
      const { readable } = new (window as unknown as ProbedWindow).MediaStreamTrackProcessor({ track, maxBufferSize: 2_000 });
      const reader = readable.getReader();
      for (let next = await reader.read(); next.value; next = await reader.read()) hear(next.value);
    };
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      if (!heard.has(this)) {
        heard.add(this);
        const context = new AudioContext();
        const stream = context.createMediaStreamDestination();
        context.createMediaElementSource(this).connect(stream);
        for (const track of stream.stream.getAudioTracks()) void follow(track);
      }
      return play.call(this);
    };
  });
}

/** Drops the silence before the reading. */
export const forgetSilences = (page: Page): Promise<void> =>
  page.evaluate(() => void Object.assign((window as unknown as ReadingWindow).reading, { silences: [], lastLoud: Number.NaN }));

export const readSilences = (page: Page): Promise<number[]> => page.evaluate(() => (window as unknown as ReadingWindow).reading.silences);
