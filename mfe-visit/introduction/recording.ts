/** A line of the transcript, and the second of its beginning. */
export interface IntroductionLine {
  seconds: number;
  text: string;
}

interface Hours {
  /** `HH:MM` in the museum's time zone. If `until` (exclusive) is before `from`, `until` is on the next day. */
  from: string;
  until: string;
  timeZone: string;
}

/**
 * When the clocks change at night, an hour occurs twice or never.
 * @param now milliseconds since the epoch
 * @throws RangeError for a time zone the browser does not know
 */
export function isIntroductionTime({ from, until, timeZone }: Hours, now: number): boolean {
  const shown = minutesShown(timeZone, now);
  const [begin, end] = [minutesOf(from), minutesOf(until)];
  return begin <= end ? begin <= shown && shown < end : begin <= shown || shown < end;
}

function minutesShown(timeZone: string, now: number): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return minutesOf(format.format(now));
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** -1 before the first line. Lines are in spoken order. */
export function pickCurrentLine(lines: readonly IntroductionLine[], seconds: number): number {
  return lines.findLastIndex((line) => line.seconds <= seconds);
}
