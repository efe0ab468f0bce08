import { expect, type Locator, type Page } from '@playwright/test';

/** Open resources of a call. */
interface Alive {
  tracks: number;
  contexts: number;
  sockets: number;
  intervals: number;
  players: number;
  calls: number;
}

interface Instruments {
  tracks: MediaStreamTrack[];
  contexts: AudioContext[];
  sockets: WebSocket[];
  intervals: Set<number>;
}
interface InstrumentedWindow {
  instruments: Instruments;
  _daily?: { instances?: Record<string, object> };
}

export async function watchDevices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const instruments: Instruments = { tracks: [], contexts: [], sockets: [], intervals: new Set() };
    (window as unknown as InstrumentedWindow).instruments = instruments;
    const { mediaDevices } = navigator;
    if (mediaDevices) {
      const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (constraints) => {
        const stream = await getUserMedia(constraints);
        instruments.tracks.push(...stream.getTracks());
        return stream;
      };
    }
    window.AudioContext = class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options);
        instruments.contexts.push(this);
      }
    };
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        instruments.sockets.push(this);
      }
    };
    const { setInterval, clearInterval } = window;
    window.setInterval = ((...all: Parameters<typeof setInterval>) => {
      const id = setInterval(...all) as unknown as number;
      instruments.intervals.add(id);
      return id;
    }) as typeof window.setInterval;
    window.clearInterval = ((id: number) => {
      instruments.intervals.delete(id);
      clearInterval(id);
    }) as typeof window.clearInterval;
  });
}

export const countAlive = (page: Page): Promise<Alive> =>
  page.evaluate(() => {
    const { instruments, _daily } = window as unknown as InstrumentedWindow;
    return {
      tracks: instruments.tracks.filter((track) => track.readyState === 'live').length,
      contexts: instruments.contexts.filter((context) => context.state !== 'closed').length,
      sockets: instruments.sockets.filter((socket) => socket.readyState <= WebSocket.OPEN).length,
      intervals: instruments.intervals.size,
      players: [...document.querySelectorAll('audio')].filter(({ srcObject }) => srcObject).length,
      calls: Object.keys(_daily?.instances ?? {}).length,
    };
  });

/** The visitor could be heard. */
export const isMicrophoneOpen = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { instruments } = window as unknown as InstrumentedWindow;
    return instruments.tracks.some((track) => track.kind === 'audio' && track.readyState === 'live' && track.enabled);
  });

/** The greatest sample within `ms`, 0 to 1. */
export const listenToGuide = (page: Page, ms = 300): Promise<number> =>
  page.evaluate(async (listenMs) => {
    const player = [...document.querySelectorAll('audio')].find(({ srcObject, paused }) => srcObject && !paused);
    if (!player || player.muted || player.volume === 0 || !(player.srcObject instanceof MediaStream)) return 0;
    // The instruments do not count this AudioContext.
    const Context = 'instruments' in window ? (Object.getPrototypeOf(AudioContext) as typeof AudioContext) : AudioContext;
    const context = new Context();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(player.srcObject).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    let loudest = 0;
    const until = performance.now() + listenMs;
    while (performance.now() < until) {
      analyser.getFloatTimeDomainData(samples);
      for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    await context.close();
    return loudest * player.volume;
  }, ms);

interface Shifts {
  /** The browser's sum, without shifts within 0.5 s of an input. */
  unasked: number;
  /** Includes shifts after an input. */
  all: number;
  /** Each shift with the moved elements, for a test's message. */
  moved: string[];
}

/** Also sums the shifts of pages opened later. Each reading starts a new sum. */
export async function watchShifts(page: Page): Promise<() => Promise<Shifts>> {
  await page.addInitScript(observeShifts);
  // A change before this call, such as a new window size, is rendered first and does not count.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  await page.evaluate(observeShifts);
  return () =>
    page.evaluate(async () => {
      // The browser reports shifts after rendering.
      for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
      const { shifts } = window as unknown as { shifts: ObservedShift[] };
      const sumOf = (list: ObservedShift[]) => list.reduce((sum, { value }) => sum + value, 0);
      const seen = shifts.splice(0);
      return { unasked: sumOf(seen.filter(({ isAsked }) => !isAsked)), all: sumOf(seen), moved: seen.map(({ moved }) => moved) };
    });
}

export const sizes = {
  phone: { width: 390, height: 844 },
  smallPhone: { width: 320, height: 568 },
  phoneOnItsSide: { width: 844, height: 390 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1440, height: 900 },
  largeDesktop: { width: 1920, height: 1080 },
} as const;
export const phones = [sizes.phone, sizes.smallPhone] as const;

/** The largest shift that a visitor overlooks. */
export const mostShift = 0.02;

/** Also fails for shifts after an input. */
export async function expectStill(readShifts: () => Promise<Shifts>, state: string): Promise<void> {
  const { all, moved } = await readShifts();
  expect(all, `${state} moves: ${moved.join(' | ')}`).toBeLessThanOrEqual(mostShift);
}

interface ObservedShift {
  value: number;
  isAsked: boolean;
  moved: string;
}

function observeShifts(): void {
  type Entry = PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  };
  const shifts: ObservedShift[] = [];
  Object.assign(window, { shifts });
  const nameOf = (node: Node | null) => (node instanceof Element ? `${node.localName}.${node.classList}` : `“${node?.textContent}”`);
  const boxOf = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
      const moved = sources.map(({ node, previousRect, currentRect }) => `${nameOf(node)} ${boxOf(previousRect)} → ${boxOf(currentRect)}`);
      shifts.push({
        value,
        isAsked: hadRecentInput,
        moved: `${value.toFixed(4)}${hadRecentInput ? ' after input' : ''}: ${moved.join('; ')}`,
      });
    }
  }).observe({ type: 'layout-shift' });
}

/** Returns “Why is it dark?” on stop. */
export async function replaceRecogniser(page: Page): Promise<void> {
  await page.addInitScript(() => {
    class Recogniser extends EventTarget {
      lang = '';
      continuous = false;
      interimResults = false;
      onresult: ((event: Event) => void) | null = null;
      onend: ((event: Event) => void) | null = null;
      onstart: ((event: Event) => void) | null = null;
      onerror: ((event: Event) => void) | null = null;
      start() {
        Object.assign(window, { recognising: this.lang });
        setTimeout(() => this.tell('start'), 10);
      }
      stop() {
        const result = Object.assign([{ transcript: 'Why is it dark?', confidence: 1 }], { isFinal: true });
        this.tell('result', { resultIndex: 0, results: [result] });
        this.tell('end');
      }
      abort() {
        this.tell('end');
      }
      private tell(name: 'start' | 'result' | 'end', details: object = {}) {
        const event = Object.assign(new Event(name), details);
        this.dispatchEvent(event);
        this[`on${name}`]?.(event);
      }
    }
    Object.assign(window, { SpeechRecognition: Recogniser, webkitSpeechRecognition: Recogniser });
  });
}

/** Whether the line runs from right to left. */
export const endsAtItsLeft = (text: Locator): Promise<boolean> =>
  text.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const nodes: Text[] = [];
    while (walker.nextNode()) if ((walker.currentNode as Text).data.trim() !== '') nodes.push(walker.currentNode as Text);
    const leftOf = (node: Text | undefined, at: number) => {
      const range = document.createRange();
      range.setStart(node ?? element, at);
      range.setEnd(node ?? element, at + 1);
      return range.getBoundingClientRect().left;
    };
    const last = nodes.at(-1);
    return leftOf(last, (last?.data.trimEnd().length ?? 1) - 1) < leftOf(nodes[0], 0);
  });
