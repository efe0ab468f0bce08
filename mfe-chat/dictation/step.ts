import type { Command, DictationEvent, DictationState, EventType } from './dictation-state.ts';
import { moves } from './moves.ts';

export interface Step {
  readonly state: DictationState;
  readonly commands: readonly Command[];
}

const attemptRaisers: ReadonlySet<EventType> = new Set<EventType>(['begun', 'agreed', 'retried']);

/** The step `event` takes from `now`; undefined when it moves nothing, as everything about an older attempt. */
export function step(now: DictationState, event: DictationEvent): Step | undefined {
  if ('attempt' in event && event.attempt !== now.attempt) return undefined;
  const move = moves[now.phase][event.type];
  if (!move) return undefined;
  const [to, ...commands] = move;
  const attempt = attemptRaisers.has(event.type) ? now.attempt + 1 : now.attempt;
  if (event.type === 'begun' && event.needsNotice) return { state: { phase: 'notice', attempt, problem: undefined }, commands: [] };
  return { state: { phase: to, attempt, problem: event.type === 'refused' ? event.problem : undefined }, commands };
}
