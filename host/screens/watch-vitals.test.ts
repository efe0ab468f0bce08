import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { afterEach, beforeEach, expect, it, rs } from '@rstest/core';
import type { ScreenReport } from '../releases/remote-error.ts';
import { shownMeasure } from './shown-screen.ts';
import { vitalsOf, watchVitals } from './watch-vitals.ts';

const supported = ['event', 'first-input', 'layout-shift', 'longtask', 'soft-navigation', 'visibility-state', 'measure'];
let observers: Map<string, (entries: PerformanceEntry[]) => void>;

/** The test emits the entries. */
class TestObserver {
  static supportedEntryTypes = supported;
  readonly #callback: (list: { getEntries(): PerformanceEntry[] }) => void;
  constructor(callback: (list: { getEntries(): PerformanceEntry[] }) => void) {
    this.#callback = callback;
  }
  observe({ type }: { type: string }) {
    observers.set(type, (entries) => this.#callback({ getEntries: () => entries }));
  }
}

beforeEach(() => {
  observers = new Map();
  rs.stubGlobal('PerformanceObserver', TestObserver);
});
afterEach(() => void rs.unstubAllGlobals());

const entry = (entryType: string, startTime: number, part: object = {}) =>
  ({ entryType, startTime, duration: 0, name: '', ...part }) as PerformanceEntry;
const period = { asked: 1_000, drawn: 1_800, until: 9_000, before: 500 };

it('a screen’s vitals count from its request to the next screen’s request', () => {
  const entries = [
    entry('event', 900, { duration: 900, interactionId: 1 }),
    entry('longtask', 1_100, { duration: 120 }),
    entry('event', 2_000, { duration: 88, interactionId: 2 }),
    // A mouse move is not an interaction.
    entry('event', 2_100, { duration: 400, interactionId: 0 }),
    entry('longtask', 3_000, { duration: 60.4 }),
    entry('longtask', 9_500, { duration: 500 }),
  ];
  expect(vitalsOf(entries, period)).toEqual({ usableMs: 800, inpMs: 88, shift: 0, longTaskMs: 180 });
});

it('the time until a screen is usable begins with a reported press, and is missing if the screen was hidden or replaced another version', () => {
  expect(vitalsOf([entry('soft-navigation', 400), entry('soft-navigation', 940)], period).usableMs).toBe(860);
  expect(vitalsOf([entry('visibility-state', 1_200, { name: 'hidden' })], period).usableMs).toBeUndefined();
  expect(vitalsOf([], { ...period, drawn: 1_000 }).usableMs).toBeUndefined();
});

it('a screen’s layout shift is its largest session window, without shifts that the visitor caused', () => {
  const shift = (startTime: number, value: number, hadRecentInput = false) => entry('layout-shift', startTime, { value, hadRecentInput });
  const shifts = [shift(1_100, 0.01), shift(1_500, 0.02), shift(3_000, 0.025), shift(3_100, 0.5, true)];
  expect(vitalsOf(shifts, period).shift).toBe(0.03);
  const long = [2_000, 2_900, 3_800, 4_700, 5_600, 6_500, 7_400].map((at) => shift(at, 0.01));
  expect(vitalsOf(long, period).shift).toBe(0.06);
});

it('a screen’s vitals leave out figures that the browser does not measure', () => {
  rs.stubGlobal('PerformanceObserver', { supportedEntryTypes: ['event'] });
  expect(vitalsOf([], period)).toEqual({ usableMs: 800 });
});

const shown = (remote: string, startTime: number, duration: number) =>
  observers.get('measure')?.([entry('measure', startTime, { name: shownMeasure, duration, detail: { remote, version: '1.0.0' } })]);
function watch() {
  const clock = createHandClock();
  const reports: ScreenReport[] = [];
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  watchVitals(page as unknown as Document, clock, (report) => void reports.push(report));
  const hide = () => {
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { reports, hide, clock };
}

it('a screen’s vitals are reported once, after the next screen or when the page is hidden', () => {
  const { reports, hide, clock } = watch();
  shown('landing', 0, 700);
  observers.get('measure')?.([entry('measure', 0, { name: 'something else' })]);
  clock.pass(10_000);
  expect(reports).toEqual([]);
  shown('tailoring', 5_000, 300);
  // The press that led to the next screen is reported last, and belongs to the first screen.
  observers.get('event')?.([entry('event', 4_990, { duration: 64, interactionId: 1 })]);
  clock.pass(2_000);
  expect(reports).toMatchObject([{ remote: 'landing', version: '1.0.0', kind: 'vitals', vitals: { usableMs: 700, inpMs: 64 } }]);
  hide();
  hide();
  expect(reports.slice(1)).toMatchObject([{ remote: 'tailoring', vitals: { usableMs: 300, shift: 0 } }]);
  clock.pass(10_000);
  expect(reports).toHaveLength(2);
});

it('a hidden page reports the vitals of all its screens, even of one that was left at once', () => {
  const { reports, hide, clock } = watch();
  shown('landing', 0, 700);
  shown('tailoring', 5_000, 300);
  hide();
  clock.pass(10_000);
  expect(reports.map(({ remote }) => remote)).toEqual(['landing', 'tailoring']);
});
