import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import type { Speaker, TransportKind } from '../conversation.ts';
import { createTestConversation } from '../testing/test-conversation.ts';
import type { TransportEvent } from '../transport.ts';

type Stage = ReturnType<typeof createTestConversation>;

/** One thing that happens, to the conversation or by one of its transports, be it the running one or an older. */
type Happening =
  | { do: 'start'; kind: TransportKind }
  | { do: 'send'; text: string }
  | { do: 'retry' | 'interrupt' | 'stop' }
  | { do: 'tell'; back: number; turnsBack: number; event: (turn: number) => TransportEvent };

const someText = fc.constantFrom('', 'Yes.', 'Yes. No', 'It is old – very old. Dr. X. knew', '   ', 'Ein Saal', 'x\ny');
const failure = { category: 'network' } as const;
const someTelling = fc.oneof(
  { weight: 3, arbitrary: fc.constant((): TransportEvent => ({ type: 'connected' })) },
  {
    weight: 6,
    arbitrary: fc.record({ text: someText, speaker: fc.constantFrom<Speaker>('guide', 'guide', 'visitor'), forced: fc.boolean() }).map(
      (words) =>
        (turn: number): TransportEvent => ({ type: 'text', turn, ...words }),
    ),
  },
  { weight: 3, arbitrary: fc.constant((turn: number): TransportEvent => ({ type: 'turn-completed', turn })) },
  {
    weight: 1,
    arbitrary: fc.constant((turn: number): TransportEvent => ({ type: 'source', turn, source: { title: 't', document: 'd' } })),
  },
  { weight: 1, arbitrary: fc.constant((turn: number): TransportEvent => ({ type: 'turn-failed', turn, failure })) },
  { weight: 1, arbitrary: fc.constant((): TransportEvent => ({ type: 'failed', failure })) },
  { weight: 1, arbitrary: fc.constant((): TransportEvent => ({ type: 'ended', reason: 'by itself' })) },
);
const someHappening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('start' as const), kind: fc.constantFrom<TransportKind>('text', 'voice') }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('send' as const), text: someText }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('retry' as const, 'retry' as const, 'interrupt' as const, 'stop' as const) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('tell' as const),
      back: fc.constantFrom(0, 0, 0, 1, 2),
      turnsBack: fc.constantFrom(0, 0, 0, 0, 1, 2, -1),
      event: someTelling,
    }),
  },
);

/** Lets one thing happen; the message that was accepted, if it was one. */
function happen(stage: Stage, happening: Happening): string | undefined {
  const { conversation, transports } = stage;
  if (happening.do === 'start') conversation.start(happening.kind);
  else if (happening.do === 'send') return conversation.send(happening.text) ? happening.text.trim() : undefined;
  else if (happening.do === 'stop') conversation.stop('test');
  else if (happening.do === 'tell') transports.at(-1 - happening.back)?.tell(happening.event(stage.state.turn - happening.turnsBack));
  else conversation[happening.do]();
  return undefined;
}

/** Whether what happens comes from a transport that was replaced or is about another turn. */
function isLate(stage: Stage, happening: Happening): boolean {
  if (happening.do !== 'tell') return false;
  const event = happening.event(stage.state.turn - happening.turnsBack);
  const isClosed = (stage.transports.at(-1 - happening.back)?.closed.length ?? 1) > 0;
  return isClosed || ('turn' in event && event.turn !== stage.state.turn);
}

/** Lets one thing happen; what was said before must stay, and what comes late must change nothing. */
function expectSoundStage(stage: Stage, happening: Happening, said: Map<number, string>) {
  const before = stage.state;
  const late = isLate(stage, happening);
  const text = happen(stage, happening);
  const { state } = stage;
  expect(state.turn).toBe(before.turn + (text === undefined ? 0 : 1));
  if (text !== undefined) said.set(state.turn, text);
  if (late) expect(state).toBe(before);
  if (state.phase === 'thinking') expect(state.turns[state.turn]?.state).toBe('arriving');
  if (state.failure) expect(state.phase).toBe('failed');
}

function expectEverythingEnded({ state, transports, told, errors }: Stage) {
  expect(state.phase).toBe('off');
  expect(transports.map(({ closed }) => closed.length)).toEqual(transports.map(() => 1));
  const count = (fact: string) => told.filter((entry) => entry.startsWith(fact)).length;
  expect([count('conversation-ended'), errors]).toEqual([count('conversation-started'), []]);
  expect(Object.values(state.turns).some((turn) => turn.state === 'arriving')).toBe(false);
}

function expectSoundTranscript({ state }: Stage, said: Map<number, string>) {
  const keys = state.transcript.map((line) => line.key);
  expect(new Set(keys).size).toBe(keys.length);
  const turns = state.transcript.map((line) => line.turn);
  expect(turns).toEqual([...turns].sort((a, b) => a - b));
  const lines = state.transcript.filter((line) => line.speaker === 'visitor' && said.has(line.turn)).map((line) => [line.turn, line.text]);
  expect(lines).toEqual([...said]);
  expect(state.transcript.every((line) => line.text.trim() !== '')).toBe(true);
}

describe('a visit, whatever happens in it', () => {
  it('reuses no number, loses no word of the visitor’s, hears nothing late, and ends all it started', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(someHappening, { maxLength: 40 }), (connectsAtOnce, happenings) => {
        const stage = createTestConversation({ connectsAtOnce });
        const said = new Map<number, string>();
        for (const happening of happenings) expectSoundStage(stage, happening, said);
        expectSoundTranscript(stage, said);
        stage.conversation.stop('end');
        expectEverythingEnded(stage);
        const sent = stage.transports.flatMap((transport) => transport.sent);
        const pairs = new Set(sent.map(({ turn, clientMessageId }) => `${turn} ${clientMessageId}`));
        expect(new Set(sent.map(({ turn }) => turn)).size).toBe(pairs.size);
      }),
      { numRuns: process.env['THOROUGH'] ? 5_000 : 1_000 },
    );
  });

  it('finishes a turn at most once a speaker, and the visitor’s first', () => {
    fc.assert(
      fc.property(fc.array(someHappening, { maxLength: 40 }), (happenings) => {
        const stage = createTestConversation();
        for (const happening of happenings) happen(stage, happening);
        const finished = stage.told.filter((fact) => fact.startsWith('turn-finished'));
        expect(new Set(finished).size).toBe(finished.length);
        for (const fact of finished.filter((entry) => entry.endsWith('guide'))) {
          expect(finished.slice(0, finished.indexOf(fact))).toContain(fact.replace('guide', 'visitor'));
        }
      }),
      { numRuns: process.env['THOROUGH'] ? 5_000 : 1_000 },
    );
  });
});
