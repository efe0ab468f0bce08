import type { Gate } from './gate.ts';

/**
 * html: a page instead of the file · flipped: one byte changed · tampered: appended code that leaves a trace · hang: open and silent ·
 * reset: closed without an answer · cut: ends after `bytes` of the uncompressed body, after an optional gate · delta: a delta
 * (`dcz`) keeps only the dictionary's name · gate: waits until the gate opens.
 */
export type Fault =
  | { kind: '404' | '500' | 'html' | 'flipped' | 'tampered' | 'hang' | 'reset' }
  | { kind: 'delta'; frame: Buffer }
  | { kind: 'gate'; gate: Gate }
  | { kind: 'cut'; bytes: number; gate?: Gate }
  | { kind: 'rewrite'; change(text: string): string }
  | { kind: 'refused'; status: number; code: string };
