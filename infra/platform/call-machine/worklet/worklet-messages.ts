export const captureName = 'enfilade-capture';
export const playoutName = 'enfilade-playout';

/** Chromium never frees a context with running processors, so each processor ends before its context. */
export type EndProcessor = { t: 'end' };

export type ToCapture = { t: 'microphone'; isOn: boolean };

export type FromCapture =
  /** 20 ms of PCM, 16 bits, at the rate of the room. */
  | { t: 'frame'; pcm: ArrayBuffer }
  /** Every 100 ms. */
  | { t: 'level'; level: number };

export type ToPlayout =
  /** Sample rate of the following PCM, in Hz. */
  { t: 'rate'; rate: number } | { t: 'pcm'; pcm: ArrayBuffer } | { t: 'start' } | { t: 'flush' };

/** Every 100 ms, and at once when the last sample was played. */
export interface FromPlayout {
  t: 'played';
  level: number;
  playedMs: number;
  queuedMs: number;
}
