import type { Gate } from './gate.ts';

/**
 * 404, 500: that status · html: a page instead of the file · flipped: one byte changed · tampered: code
 * appended that would leave a trace if it ran · hang: the connection stays open and silent · reset: the
 * connection is closed without an answer · cut: the answer breaks off after `bytes` of its body, once the gate is
 * opened if there is one · delta: of what differs (`dcz`) all but the dictionary's name is replaced · rewrite: the text is changed · gate: the answer comes once the gate is opened · refused: as the gateway refuses, by that status and code.
 */
export type Fault =
  | { kind: '404' | '500' | 'html' | 'flipped' | 'tampered' | 'hang' | 'reset' }
  | { kind: 'delta'; frame: Buffer }
  | { kind: 'gate'; gate: Gate }
  | { kind: 'cut'; bytes: number; gate?: Gate }
  | { kind: 'rewrite'; change(text: string): string }
  | { kind: 'refused'; status: number; code: string };
