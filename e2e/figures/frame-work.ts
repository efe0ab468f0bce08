import type { Page } from '@playwright/test';

/** What a stretch of time cost the page. */
export interface FrameCost {
  /** Work of the page's main thread from one frame to the next, in ms. */
  workMs: number[];
  /** From one frame to the next, in ms. */
  frameMs: number[];
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  dur?: number;
  args: { name?: string };
}

interface WatchedWindow {
  frames: { at: number[]; stop(): void };
}

/** Once for every frame the main thread hands on. */
const frameMark = 'BeginCommitCompositorFrame';
const categories = ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'toplevel', '__metadata'];

/** Traces the page while `act` runs, which must not look at the page from outside: that is work of its main thread, too. */
export async function traceFrames(page: Page, act: () => Promise<void>): Promise<FrameCost> {
  const browser = page.context().browser();
  if (!browser) throw new Error('Nothing to trace');
  await page.evaluate(() => {
    const at: number[] = [];
    let isWatching = true;
    const note = (now: number) => {
      at.push(now);
      if (isWatching) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    Object.assign(window, { frames: { at, stop: () => (isWatching = false) } });
  });
  await browser.startTracing(page, { categories });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const at = await page.evaluate(() => {
    const { frames } = window as unknown as WatchedWindow;
    frames.stop();
    return frames.at;
  });
  return { workMs: workPerFrame(traceEvents), frameMs: at.slice(1).map((now, index) => now - (at[index] ?? 0)) };
}

function workPerFrame(events: readonly TraceEvent[]): number[] {
  const main = pickMainThread(events);
  const own = events.filter(({ pid, tid }) => pid === main?.pid && tid === main.tid).sort((a, b) => a.ts - b.ts);
  const begun = own.filter(({ name }) => name === frameMark).map(({ ts }) => ts);
  const tasks = own.filter(({ name, ph }) => name === 'RunTask' && ph === 'X');
  const work = begun.slice(1).map(() => 0);
  let frame = 0;
  for (const { ts, dur = 0 } of tasks) {
    while (frame < work.length && ts + dur > (begun[frame + 1] ?? Number.POSITIVE_INFINITY)) frame += 1;
    if (frame < work.length && ts + dur >= (begun[0] ?? 0)) work[frame] = (work[frame] ?? 0) + dur / 1000;
  }
  return work;
}

/** The renderer that had most to do; others are tabs nobody looks at. */
function pickMainThread(events: readonly TraceEvent[]): { pid: number; tid: number } | undefined {
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const frames = ({ pid, tid }: TraceEvent) =>
    events.filter((event) => event.pid === pid && event.tid === tid && event.name === frameMark).length;
  return threads.map((thread) => ({ thread, count: frames(thread) })).sort((a, b) => b.count - a.count)[0]?.thread;
}
