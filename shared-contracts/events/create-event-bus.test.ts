import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll } from '../kit/testing/for-all.ts';
import { createEventBus } from './create-event-bus.ts';
import type { EventBus, EventName } from './event-bus.ts';

function createObservedBus(checksPayloads = true) {
  const errors: [unknown, EventName][] = [];
  const bus = createEventBus({ checksPayloads, reportError: (error, event) => errors.push([error, event]) });
  return { bus, errors };
}

const emitTurn = (bus: EventBus, turn: number) => bus.emit('turn-finished', { turn, speaker: 'guide' });

it('emit(), and tell() for contract 1.3, call the listeners of the event in the order of their addition', () => {
  const { bus } = createObservedBus();
  const heard: string[] = [];
  bus.on('turn-finished', ({ turn }) => heard.push(`first ${turn}`));
  bus.on('language-changed', ({ language }) => heard.push(language));
  bus.on('turn-finished', ({ turn }) => heard.push(`second ${turn}`));
  emitTurn(bus, 1);
  bus.tell('language-changed', { language: 'fr' });
  expect(heard).toEqual(['first 1', 'second 1', 'fr']);
});

it('a listener that throws is reported and does not stop the other listeners', () => {
  forAll(fc.array(fc.boolean(), { maxLength: 12 }), (throwing) => {
    const { bus, errors } = createObservedBus();
    const heard: number[] = [];
    throwing.forEach((throws, index) => {
      bus.on('tailoring-finished', () => {
        heard.push(index);
        if (throws) throw new Error(`listener ${index}`);
      });
    });
    bus.emit('tailoring-finished', {});
    expect(heard).toEqual(throwing.map((_, index) => index));
    expect(errors.map(([error, event]) => [(error as Error).message, event])).toEqual(
      throwing.flatMap((throws, index) => (throws ? [[`listener ${index}`, 'tailoring-finished']] : [])),
    );
  });
});

it('during an event, a removed listener is not called, and an added listener is called from the next event on', () => {
  const { bus } = createObservedBus();
  const heard: string[] = [];
  const leave = bus.on('turn-finished', () => {
    bus.on('turn-finished', ({ turn }) => heard.push(`added ${turn}`));
    leaveSecond();
    leave();
  });
  const leaveSecond = bus.on('turn-finished', ({ turn }) => heard.push(`second ${turn}`));
  bus.on('turn-finished', ({ turn }) => heard.push(`third ${turn}`));
  emitTurn(bus, 1);
  emitTurn(bus, 2);
  expect(heard).toEqual(['third 1', 'third 2', 'added 2']);
});

it('a listener may emit the same event again', () => {
  const { bus } = createObservedBus();
  const heard: number[] = [];
  bus.on('turn-finished', ({ turn }) => turn < 3 && emitTurn(bus, turn + 1));
  bus.on('turn-finished', ({ turn }) => heard.push(turn));
  emitTurn(bus, 1);
  expect(heard).toEqual([3, 2, 1]);
});

it('a function that is added twice is called twice and removed once', () => {
  const { bus } = createObservedBus();
  const heard: number[] = [];
  const listener = ({ turn }: { turn: number }) => heard.push(turn);
  const leave = bus.on('turn-finished', listener);
  bus.on('turn-finished', listener);
  emitTurn(bus, 1);
  leave();
  leave();
  emitTurn(bus, 2);
  expect(heard).toEqual([1, 1, 2]);
});

it('an aborted signal removes its listener, and a listener with an aborted signal is never called', () => {
  const { bus } = createObservedBus();
  const controller = new AbortController();
  const heard: string[] = [];
  bus.on('tailoring-finished', () => heard.push('live'), controller.signal);
  bus.on('tailoring-finished', () => heard.push('dead'), AbortSignal.abort());
  bus.emit('tailoring-finished', {});
  controller.abort();
  bus.emit('tailoring-finished', {});
  expect(heard).toEqual(['live']);
});

const wrong = [
  ['turn-finished', { turn: 0, speaker: 'guide' }],
  ['turn-finished', { turn: 1, speaker: 'guide', extra: true }],
  ['visitor-arrived', { museumId: 'javascript:alert(1)' }],
  ['question-answered', { questionId: 'shoeSize', options: [] }],
  ['unknown-event', {}],
] as const;

it.each(wrong)('in development, emit() throws for a payload of the wrong shape: %s %j', (name, payload) => {
  const { bus } = createObservedBus(true);
  const heard: unknown[] = [];
  bus.on(name as 'turn-finished', (told) => heard.push(told));
  expect(() => bus.emit(name as 'turn-finished', payload as never)).toThrow('does not match its schema');
  expect(heard).toEqual([]);
});

it('in production, emit() does not check payloads', () => {
  const { bus } = createObservedBus(false);
  const heard: unknown[] = [];
  bus.on('turn-finished', (payload) => heard.push(payload));
  emitTurn(bus, 0);
  expect(heard).toEqual([{ turn: 0, speaker: 'guide' }]);
});
