import type { Gate } from './gate.ts';

/**
 * 404, 500: that status · html: a page instead of the file · flipped: one byte changed · tampered: appended code that leaves a trace if it
 * runs · hang: the connection stays open and silent · reset: the connection closes without an answer · cut: the answer stops after `bytes`
 * of its body, after an optional gate · delta: a delta (`dcz`) keeps only the dictionary's name · rewrite: the text is changed · gate: the
 * answer waits until the gate opens · refused: the gateway's refusal, by status and code.
 */
export type Fault =
  | { kind: '404' | '500' | 'html' | 'flipped' | 'tampered' | 'hang' | 'reset' }
  | { kind: 'delta'; frame: Buffer }
  | { kind: 'gate'; gate: Gate }
  | { kind: 'cut'; bytes: number; gate?: Gate }
  | { kind: 'rewrite'; change(text: string): string }
  | { kind: 'refused'; status: number; code: string };
