import type { PlayerState } from '@enfilade/shared-contracts/kit/audio-player';

/** One line of the recording and the second it begins at. */
export interface IntroductionLine {
  seconds: number;
  text: string;
}

/** What is heard of the recording. */
export interface Playing {
  state: PlayerState;
  /** 'blocked': the browser wants another tap first; 'unreachable': it did not come or cannot be read. In the state `error` alone. */
  fault: 'blocked' | 'unreachable' | undefined;
  /** Played so far. */
  seconds: number;
  /** Undefined until the recording told it. */
  duration: number | undefined;
}

interface Hours {
  /** `HH:MM` on the museum's clocks; `until` is not part of it. Before `from` it means the next day. */
  from: string;
  until: string;
  timeZone: string;
}

/**
 * Whether the museum's clocks show a time within the hours. Only what they show counts: in the night they are
 * set, an hour may come twice or not at all, and so do these.
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

/** Index of the line being said at `seconds`; -1 before the first. Lines are in the order they are said. */
export function pickCurrentLine(lines: readonly IntroductionLine[], seconds: number): number {
  return lines.findLastIndex((line) => line.seconds <= seconds);
}

/** `m:ss`, whole seconds begun. */
export function formatSeconds(seconds: number): string {
  const whole = Math.floor(Math.max(0, seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
