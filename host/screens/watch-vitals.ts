import type { ScreenVitals } from '@enfilade/shared-contracts/api/request-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { ScreenReport } from '../releases/remote-error.ts';
import { shownMeasure } from './shown-screen.ts';

// `web-vitals` starts its figures with a page or a soft navigation, not with a screen (decisions/0056-rollouts-that-judge.md).

/** `startTime`: the request. `duration`: until usable, or 0 if the screen replaced another version. */
type ShownEntry = PerformanceEntry & { detail: { remote: string; version: string } };
type FeltEntry = PerformanceEntry & { interactionId?: number; value?: number; hadRecentInput?: boolean };

const types = ['event', 'first-input', 'layout-shift', 'longtask', 'soft-navigation', 'visibility-state'];
/** A screen may stay open for hours. */
const mostEntries = 1_000;
/** A screen's last entries arrive up to this long after the next screen is shown. */
const lateMs = 2_000;

interface Period {
  /** `asked`, `drawn`: request and use of the screen. `until`: request of the next screen. */
  asked: number;
  drawn: number;
  until: number;
  before: number;
}

/** @param entries oldest first */
export function vitalsOf(entries: readonly FeltEntry[], { asked, drawn, until, before }: Period): ScreenVitals {
  const during = (type: string, from = asked, to = until) =>
    entries.filter(({ entryType, startTime }) => entryType === type && startTime >= from && startTime < to);
  const measured = <Value>(type: string, value: Value) => (PerformanceObserver.supportedEntryTypes.includes(type) ? value : undefined);
  // The press that led to the screen, if the browser reports it.
  const from = during('soft-navigation', before, drawn).at(-1)?.startTime ?? asked;
  const wasHidden = during('visibility-state', from, drawn).some(({ name }) => name === 'hidden');
  // The 98th percentile would differ from the longest interaction only after fifty interactions.
  const inpMs = Math.max(-1, ...[...during('event'), ...during('first-input')].map((entry) => (entry.interactionId ? entry.duration : -1)));
  const longTasksMs = during('longtask').reduce((sum, { duration }) => sum + duration, 0);
  return {
    usableMs: drawn > asked && !wasHidden ? Math.round(drawn - from) : undefined,
    inpMs: inpMs < 0 ? undefined : Math.round(inpMs),
    shift: measured('layout-shift', shiftOf(during('layout-shift'))),
    longTaskMs: measured('longtask', Math.round(longTasksMs)),
  };
}

/** A burst has less than a second between shifts, and lasts five seconds at most. */
function shiftOf(shifts: readonly FeltEntry[]): number {
  let [first, last, burst, worst] = [0, -1_000, 0, 0];
  for (const { startTime, value = 0, hadRecentInput } of shifts) {
    if (hadRecentInput) continue;
    if (startTime - last >= 1_000 || startTime - first >= 5_000) [first, burst] = [startTime, 0];
    last = startTime;
    burst += value;
    worst = Math.max(worst, burst);
  }
  return Math.min(100, Math.round(worst * 10_000) / 10_000);
}

/** Reports soon after the next screen is shown, or when the page is hidden, which may be the page's end. */
export function watchVitals(page: Document, clock: Clock, report: (report: ScreenReport) => void): void {
  let entries: FeltEntry[] = [];
  const screens: ShownEntry[] = [];
  let before = 0;

  function send(): void {
    const shown = screens.shift();
    if (!shown) return;
    const [next] = screens;
    const drawn = shown.startTime + shown.duration;
    const vitals = vitalsOf(entries, { asked: shown.startTime, drawn, until: next?.startTime ?? Number.POSITIVE_INFINITY, before });
    before = drawn;
    entries = entries.filter(({ startTime }) => startTime >= drawn);
    report({ ...shown.detail, kind: 'vitals', vitals });
  }

  function observe(type: string, add: (entry: PerformanceEntry) => void): void {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(add));
    observer.observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  }

  for (const type of types) observe(type, (entry) => void (entries.length < mostEntries && entries.push(entry)));
  observe('measure', (measure) => {
    if (measure.name !== shownMeasure) return;
    if (screens.length > 0) clock.after(lateMs, send);
    screens.push(measure as ShownEntry);
  });
  page.addEventListener('visibilitychange', () => {
    while (page.visibilityState === 'hidden' && screens.length > 0) send();
  });
}
