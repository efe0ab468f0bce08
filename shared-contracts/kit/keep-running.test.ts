import { expect, it, onTestFinished } from '@rstest/core';
import { keepRunning } from './keep-running.ts';

it('keepRunning() resumes a suspended or interrupted context at once and on each tap, until the signal aborts', () => {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const context = Object.assign(new EventTarget(), { state: 'suspended' as AudioContextState, resumed: 0 });
  const resume = () => {
    context.resumed += 1;
    return Promise.reject(new DOMException('', 'NotAllowedError'));
  };
  keepRunning(Object.assign(context, { resume }) as unknown as AudioContext, leaving.signal);
  const counts = [context.resumed];
  const after = (state: string, happen: () => void) => {
    context.state = state as AudioContextState;
    happen();
    counts.push(context.resumed);
  };
  const tap = () => document.dispatchEvent(new Event('pointerdown'));
  after('suspended', tap);
  after('running', tap);
  after('interrupted', () => context.dispatchEvent(new Event('statechange')));
  after('interrupted', tap);
  leaving.abort();
  after('interrupted', tap);
  expect(counts).toEqual([1, 2, 2, 3, 4, 4]);
});
