import type { Phase, TransportKind } from '@enfilade/shared-contracts/conversation/conversation';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { decideTaking, type Moment } from './decide-taking.ts';

const phases: Phase[] = ['off', 'connecting', 'ready', 'listening', 'thinking', 'speaking', 'reconnecting', 'failed'];
const quiet: Moment = { phase: 'off', transport: undefined, isDrawn: true, isBusy: false, isTyping: false, isHere: true };
const anyMoment = fc.record<Moment>({
  phase: fc.constantFrom(...phases),
  transport: fc.constantFrom('text', 'voice', undefined),
  isDrawn: fc.boolean(),
  isBusy: fc.boolean(),
  isTyping: fc.boolean(),
  isHere: fc.boolean(),
});

describe('a new set', () => {
  it.each<[TransportKind, Phase[]]>([
    ['text', ['off', 'ready', 'failed']],
    ['voice', ['off', 'failed']],
  ])('is taken beside a conversation by %s in these phases alone: %s', (transport, free) => {
    expect(phases.filter((phase) => decideTaking({ ...quiet, transport, phase }) === 'take')).toEqual(free);
  });

  it('never touches a screen that is busy or being written in, nor one whose new version is not here', () => {
    fc.assert(
      fc.property(anyMoment, (moment) => {
        const isFree = !moment.isBusy && !moment.isTyping && moment.isHere;
        return !moment.isDrawn || isFree || decideTaking(moment) !== 'take';
      }),
    );
  });

  it('loads nothing while it has to wait, and what is not here before it is taken', () => {
    expect(decideTaking({ ...quiet, isHere: false })).toBe('load');
    fc.assert(
      fc.property(anyMoment, (moment) => {
        const later = decideTaking({ ...moment, isHere: true });
        return decideTaking(moment) === (later === 'take' && moment.isDrawn && !moment.isHere ? 'load' : later);
      }),
    );
  });

  it('is taken at once where no screen stands', () => {
    fc.assert(fc.property(anyMoment, (moment) => decideTaking({ ...moment, isDrawn: false }) === 'take'));
  });
});
