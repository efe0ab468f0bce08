import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { createEventBus, EventPayloadError } from './create-event-bus.ts';
import type { EventBus, EventName } from './event-bus.ts';

function createObservedBus(checksPayloads = true) {
  const errors: [unknown, EventName][] = [];
  const bus = createEventBus({ checksPayloads, reportError: (error, event) => errors.push([error, event]) });
  return { bus, errors };
}

const tellTurn = (bus: EventBus, turn: number) => bus.tell('turn-finished', { turn, speaker: 'guide' });

describe('the event bus', () => {
  it('tells every listener in the order they came, and only of its event', () => {
    const { bus } = createObservedBus();
    const heard: string[] = [];
    bus.on('turn-finished', ({ turn }) => heard.push(`first ${turn}`));
    bus.on('language-changed', ({ language }) => heard.push(language));
    bus.on('turn-finished', ({ turn }) => heard.push(`second ${turn}`));
    tellTurn(bus, 1);
    bus.tell('language-changed', { language: 'fr' });
    expect(heard).toEqual(['first 1', 'second 1', 'fr']);
  });

  it('lets no throwing listener stop the others, and reports what was thrown', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 12 }), (throwing) => {
        const { bus, errors } = createObservedBus();
        const heard: number[] = [];
        throwing.forEach((throws, index) => {
          bus.on('tailoring-finished', () => {
            heard.push(index);
            if (throws) throw new Error(`listener ${index}`);
          });
        });
        bus.tell('tailoring-finished', {});
        expect(heard).toEqual(throwing.map((_, index) => index));
        expect(errors.map(([error, event]) => [(error as Error).message, event])).toEqual(
          throwing.flatMap((throws, index) => (throws ? [[`listener ${index}`, 'tailoring-finished']] : [])),
        );
      }),
    );
  });

  it('tells nobody who has left, even while the event is being told', () => {
    const { bus } = createObservedBus();
    const heard: string[] = [];
    bus.on('tailoring-finished', () => {
      heard.push('first');
      leaveSecond();
    });
    const leaveSecond = bus.on('tailoring-finished', () => heard.push('second'));
    bus.on('tailoring-finished', () => heard.push('third'));
    bus.tell('tailoring-finished', {});
    expect(heard).toEqual(['first', 'third']);
  });

  it('tells a listener that came during an event only of the next one', () => {
    const { bus } = createObservedBus();
    const heard: number[] = [];
    const leave = bus.on('turn-finished', () => {
      bus.on('turn-finished', ({ turn }) => heard.push(turn));
      leave();
    });
    tellTurn(bus, 1);
    tellTurn(bus, 2);
    expect(heard).toEqual([2]);
  });

  it('survives an event told from inside a listener', () => {
    const { bus } = createObservedBus();
    const heard: number[] = [];
    bus.on('turn-finished', ({ turn }) => turn < 3 && tellTurn(bus, turn + 1));
    bus.on('turn-finished', ({ turn }) => heard.push(turn));
    tellTurn(bus, 1);
    expect(heard).toEqual([3, 2, 1]);
  });

  it('counts the same function twice when it listens twice', () => {
    const { bus } = createObservedBus();
    let calls = 0;
    const listener = () => {
      calls += 1;
    };
    const leave = bus.on('tailoring-finished', listener);
    bus.on('tailoring-finished', listener);
    leave();
    leave();
    bus.tell('tailoring-finished', {});
    expect(calls).toBe(1);
  });

  it('lets a signal end listening, also one that was ended before', () => {
    const { bus } = createObservedBus();
    const controller = new AbortController();
    const heard: string[] = [];
    bus.on('tailoring-finished', () => heard.push('live'), controller.signal);
    bus.on('tailoring-finished', () => heard.push('dead'), AbortSignal.abort());
    bus.tell('tailoring-finished', {});
    controller.abort();
    bus.tell('tailoring-finished', {});
    expect(heard).toEqual(['live']);
  });
});

describe('a payload of the wrong shape', () => {
  const wrong = [
    ['turn-finished', { turn: 0, speaker: 'guide' }],
    ['turn-finished', { turn: 1, speaker: 'guide', extra: true }],
    ['visitor-arrived', { museumId: 'javascript:alert(1)' }],
    ['question-answered', { questionId: 'shoeSize', options: [] }],
    ['never-agreed', {}],
  ] as const;

  it.each(wrong)('of %s is thrown at its teller in development: %j', (name, payload) => {
    const { bus } = createObservedBus(true);
    let isTold = false;
    bus.on(name as 'turn-finished', () => {
      isTold = true;
    });
    expect(() => bus.tell(name as 'turn-finished', payload as never)).toThrow(EventPayloadError);
    expect(isTold).toBe(false);
  });

  it('is told unchecked in production', () => {
    const { bus } = createObservedBus(false);
    const heard: unknown[] = [];
    bus.on('turn-finished', (payload) => heard.push(payload));
    tellTurn(bus, 0);
    expect(heard).toEqual([{ turn: 0, speaker: 'guide' }]);
  });
});
