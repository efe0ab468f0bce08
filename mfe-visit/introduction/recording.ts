/** A line of the recording's transcript, and the second it begins at. */
export interface IntroductionLine {
  seconds: number;
  text: string;
}

interface Hours {
  /** `HH:MM` in the museum's time zone. `until` is exclusive, and means the next day if it is before `from`. */
  from: string;
  until: string;
  timeZone: string;
}

/**
 * Whether the museum's clocks show a time within the hours. In the night they are set an hour comes twice or not at all,
 * and so may these.
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

/** Index of the line spoken at `seconds`; -1 before the first. Lines are in the order they are spoken. */
export function pickCurrentLine(lines: readonly IntroductionLine[], seconds: number): number {
  return lines.findLastIndex((line) => line.seconds <= seconds);
}
