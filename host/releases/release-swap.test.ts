import type { Phase, TransportKind } from '@enfilade/shared-contracts/conversation/conversation';
import { forAll, itHolds } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { decideSwap, type SwapConditions } from './release-updater.ts';

const phases: Phase[] = ['off', 'connecting', 'ready', 'listening', 'thinking', 'speaking', 'reconnecting', 'failed'];
const quiet: SwapConditions = { phase: 'off', transport: undefined, isDrawn: true, isBusy: false, isTyping: false, isLoaded: true };
const anyMoment = fc.record<SwapConditions>({
  phase: fc.constantFrom(...phases),
  transport: fc.constantFrom('text', 'voice', undefined),
  isDrawn: fc.boolean(),
  isBusy: fc.boolean(),
  isTyping: fc.boolean(),
  isLoaded: fc.boolean(),
});

it.each<[TransportKind, Phase[]]>([
  ['text', ['off', 'ready', 'failed']],
  ['voice', ['off', 'failed']],
])('a new set is swapped in during a conversation by %s in these phases only: %s', (transport, free) => {
  expect(phases.filter((phase) => decideSwap({ ...quiet, transport, phase }) === 'swap')).toEqual(free);
});

itHolds('a new set is never swapped in while the screen is busy, typed into or not loaded', [anyMoment], (moment) => {
  const isFree = !moment.isBusy && !moment.isTyping && moment.isLoaded;
  return !moment.isDrawn || isFree || decideSwap(moment) !== 'swap';
});

it('a new set loads nothing while it waits, and loads a missing version before the swap', () => {
  expect(decideSwap({ ...quiet, isLoaded: false })).toBe('load');
  forAll(anyMoment, (moment) => {
    const later = decideSwap({ ...moment, isLoaded: true });
    return decideSwap(moment) === (later === 'swap' && moment.isDrawn && !moment.isLoaded ? 'load' : later);
  });
});

it('a new set is swapped in at once if no screen is drawn', () => {
  fc.assert(fc.property(anyMoment, (moment) => decideSwap({ ...moment, isDrawn: false }) === 'swap'));
});
