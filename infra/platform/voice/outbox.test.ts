import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { createOutbox } from './room-protocol.ts';

/** An outbox and a receiver, over a connection that can be dead unnoticed. */
function createLine() {
  const outbox = createOutbox<{ text: string }>(100);
  const arrived: number[] = [];
  let isDead = false;
  const arrive = ({ n }: { n: number }) => {
    if (n > (arrived.at(-1) ?? 0)) arrived.push(n);
  };
  return {
    arrived,
    send() {
      const message = outbox.add({ text: '' });
      if (!isDead) arrive(message);
    },
    die() {
      isDead = true;
    },
    reconnect() {
      isDead = false;
      for (const message of outbox.pending()) arrive(message);
    },
    confirm: () => outbox.acknowledge(arrived.at(-1) ?? 0),
  };
}

it('An outbox delivers every message once and in order, whatever is lost, confirmed late or repeated', () => {
  forAll(fc.array(fc.constantFrom('send', 'die', 'reconnect', 'confirm'), { maxLength: 60 }), (steps) => {
    const line = createLine();
    for (const step of steps) line[step]();
    line.reconnect();
    const sent = steps.filter((step) => step === 'send').length;
    expect(line.arrived).toEqual(Array.from({ length: sent }, (_, index) => index + 1));
  });
});

it('An outbox drops its oldest messages beyond its limit', () => {
  const outbox = createOutbox<{ text: string }>(2);
  for (const text of ['a', 'b', 'c']) outbox.add({ text });
  expect(outbox.pending().map(({ text, n }) => text + n)).toEqual(['b2', 'c3']);
});
