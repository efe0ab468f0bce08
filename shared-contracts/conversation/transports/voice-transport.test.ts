import { describe, expect, it } from '@rstest/core';
import { createTestCall } from './testing/test-call.ts';

describe('the guide’s first words', () => {
  it('that it was told to say are the opening line', () => {
    const stage = createTestCall();
    stage.guideSays('Welcome! I am Clara.', { source: 'force-say' });
    stage.message({ type: 'speech-update', role: 'assistant', status: 'stopped' });
    expect(stage.told).toEqual([
      { type: 'connected' },
      { type: 'text', turn: 0, speaker: 'guide', text: 'Welcome! I am Clara.', forced: true },
      { type: 'turn-completed', turn: 0 },
    ]);
  });

  it('after earlier turns count as an opening, whoever thought of them', () => {
    const stage = createTestCall({ turn: 4 });
    stage.guideSays('Here I am again.');
    expect(stage.told.at(-1)).toMatchObject({ turn: 4, forced: true });
  });
});

describe('a typed turn', () => {
  it('goes into the call, and its answer is heard from its first sign on', () => {
    const stage = createTestCall();
    stage.transport.send({ turn: 1, text: 'Who?', clientMessageId: 'id' });
    expect(stage.sent).toEqual([{ type: 'add-message', message: { role: 'user', content: 'Who?' } }]);
    stage.told.length = 0;
    stage.message({ type: 'transcript', role: 'assistant', transcriptType: 'final', transcript: 'of the old one' });
    stage.message({ type: 'speech-update', role: 'assistant', status: 'stopped' });
    expect(stage.told).toEqual([]);
    stage.message({ type: 'conversation-update', messages: [{ role: 'bot' }, { role: 'user' }] });
    stage.message({
      type: 'tool-calls-result',
      toolCallResult: { name: 'guide_context', result: { sources: [{ title: 't', document: 'd' }] } },
    });
    stage.message({ type: 'transcript', role: 'assistant', transcriptType: 'partial', transcript: 'Tiepolo' });
    stage.message({ type: 'transcript', role: 'assistant', transcriptType: 'final', transcript: 'Tiepolo did.' });
    stage.message({ type: 'transcript', role: 'assistant', transcriptType: 'partial', transcript: 'In' });
    expect(stage.told).toEqual([
      { type: 'source', turn: 1, source: { title: 't', document: 'd' } },
      { type: 'text', turn: 1, speaker: 'guide', text: 'Tiepolo' },
      { type: 'spoken', turn: 1, words: 1 },
      { type: 'text', turn: 1, speaker: 'guide', text: 'Tiepolo did.' },
      { type: 'spoken', turn: 1, words: 2 },
      { type: 'text', turn: 1, speaker: 'guide', text: 'Tiepolo did. In' },
      { type: 'spoken', turn: 1, words: 3 },
    ]);
  });

  it.each([
    ['x'.repeat(2000), 0],
    ['"'.repeat(2000), 1],
  ])('that does not fit into a message is refused: %.3s', (text, refused) => {
    const stage = createTestCall();
    stage.transport.send({ turn: 1, text, clientMessageId: 'id' });
    const failed = stage.told.filter(({ type }) => type === 'turn-failed');
    expect(failed).toEqual(refused ? [{ type: 'turn-failed', turn: 1, failure: { category: 'malformed' } }] : []);
    expect(stage.sent).toHaveLength(1 - refused);
  });

  it('that cannot go out fails', () => {
    const stage = createTestCall({ isDead: true });
    stage.transport.send({ turn: 1, text: 'x', clientMessageId: 'id' });
    expect(stage.told.at(-1)).toEqual({ type: 'turn-failed', turn: 1, failure: { category: 'network' } });
  });
});

describe('a spoken turn', () => {
  it('has the visitor’s words in their written form, and its answer after them', () => {
    const stage = createTestCall();
    stage.transport.voice?.listen(1);
    stage.hear('partial', 'Was that Looey');
    stage.transport.voice?.finish(1);
    stage.hear('final', 'Was that Looey the Great?');
    stage.guideSays('Yes.');
    expect(stage.texts()).toEqual(['1 visitor: Was that Louis', '1 visitor: Was that Louis the Great?', '1 guide: Yes.']);
  });

  it('keeps an answer that came while it was held until it is released', () => {
    const stage = createTestCall();
    stage.transport.voice?.listen(1);
    stage.hear('final', 'Who');
    stage.guideSays('Pardon?');
    stage.hear('final', 'painted this?');
    stage.guideSays('Tiepolo.');
    stage.message({ type: 'speech-update', role: 'assistant', status: 'stopped' });
    expect(stage.texts()).toEqual(['1 visitor: Who', '1 visitor: Who painted this?']);
    stage.transport.voice?.finish(1);
    expect(stage.texts().at(-1)).toBe('1 guide: Tiepolo.');
    expect(stage.told.at(-1)).toEqual({ type: 'turn-completed', turn: 1 });
  });

  it('in continuous talk is told by the visitor’s voice, or by words alone', () => {
    const stage = createTestCall();
    stage.message({ type: 'speech-update', role: 'user', status: 'started' });
    stage.message({ type: 'speech-update', role: 'user', status: 'stopped' });
    stage.hear('partial', 'Who');
    expect(stage.told.map(({ type }) => type)).toEqual([
      'connected',
      'visitor-speech-started',
      'visitor-speech-ended',
      'visitor-speech-started',
    ]);
    stage.transport.voice?.listen(1);
    stage.hear('final', 'Who?');
    expect(stage.told.at(-1)).toEqual({ type: 'visitor-speech-ended' });
  });

  it('takes nothing of what the guide still says to an older one, nor its end, for the answer', () => {
    const stage = createTestCall();
    stage.message({ type: 'speech-update', role: 'assistant', status: 'started' });
    stage.guideSays('A long opening');
    stage.transport.send({ turn: 1, text: 'Who?', clientMessageId: 'a' });
    stage.message({ type: 'conversation-update', messages: [{ role: 'user', message: 'Who?' }] });
    stage.message({ type: 'transcript', role: 'assistant', transcriptType: 'final', transcript: 'A long opening' });
    stage.message({ type: 'speech-update', role: 'assistant', status: 'stopped' });
    expect(stage.texts().filter((text) => text.startsWith('1 guide'))).toEqual([]);
    stage.guideSays('Tiepolo.');
    expect(stage.texts().at(-1)).toBe('1 guide: Tiepolo.');
    expect(stage.told.some(({ type }) => type === 'turn-completed')).toBe(false);
    stage.message({ type: 'speech-update', role: 'assistant', status: 'stopped' });
    expect(stage.told.at(-1)).toEqual({ type: 'turn-completed', turn: 1 });
  });

  it('silences what the guide still says to an older one until that is over', () => {
    const stage = createTestCall();
    stage.guideSays('A long opening');
    stage.transport.voice?.setGuideMuted(true);
    stage.transport.voice?.listen(1);
    stage.transport.voice?.setGuideMuted(false);
    stage.transport.voice?.finish(1);
    expect(stage.controls()).toEqual(['mute-assistant']);
    stage.message({ type: 'speech-update', role: 'assistant', status: 'stopped' });
    expect(stage.controls()).toEqual(['mute-assistant', 'unmute-assistant']);
    stage.guideSays('The answer.');
    stage.transport.cancel(1);
    expect(stage.controls().at(-1)).toBe('mute-assistant');
  });
});

describe('an answer', () => {
  function answered() {
    const stage = createTestCall();
    stage.transport.send({ turn: 1, text: 'x', clientMessageId: 'id' });
    return stage;
  }
  const isOver = ({ told }: ReturnType<typeof createTestCall>) => told.some(({ type }) => type === 'turn-completed');

  it('known ahead of the voice is there at once, and counts the words said', () => {
    const stage = answered();
    stage.guideSays('It was Looey the Great.', { timing: { type: 'word-progress', wordsSpoken: 3, totalWords: 5 } });
    expect(stage.told.slice(-2)).toEqual([
      { type: 'text', turn: 1, speaker: 'guide', text: 'It was Louis the Great.' },
      { type: 'spoken', turn: 1, words: 3 },
    ]);
  });

  it('with times for its words counts them by the clock, until some are heard', () => {
    const stage = answered();
    const timing = {
      type: 'word-alignment',
      words: ['One', 'two', 'three.'],
      wordsStartTimesMs: [0, 200, 500],
      wordsEndTimesMs: [200, 500, 900],
    };
    stage.guideSays('One two three.', { timing });
    for (const milliseconds of [0, 200, 100]) stage.clock.pass(milliseconds);
    expect(stage.told.at(-1)).toEqual({ type: 'spoken', turn: 1, words: 2 });
    stage.message({ type: 'transcript', role: 'assistant', transcriptType: 'partial', transcript: 'One' });
    expect(stage.clock.waiting()).toBe(0);
  });

  it('waits for its last words when the guide’s side has stopped', () => {
    const stage = answered();
    stage.message({ type: 'speech-update', role: 'assistant', status: 'started' });
    stage.message({ type: 'transcript', role: 'assistant', transcriptType: 'partial', transcript: 'Half' });
    stage.message({ type: 'speech-update', role: 'assistant', status: 'stopped' });
    expect(isOver(stage)).toBe(false);
    stage.message({ type: 'transcript', role: 'assistant', transcriptType: 'final', transcript: 'Half and whole.' });
    expect([isOver(stage), stage.texts().at(-1), stage.clock.waiting()]).toEqual([true, '1 guide: Half and whole.', 0]);
  });

  it('is not over in a pause while more is due, but is after a long one', () => {
    const stage = answered();
    stage.guideSays('First. Second.');
    stage.event({ type: 'speech-ended' });
    stage.clock.pass(2999);
    stage.event({ type: 'speech-started' });
    stage.clock.pass(3000);
    expect(isOver(stage)).toBe(false);
    stage.event({ type: 'speech-ended' });
    stage.clock.pass(3000);
    expect(isOver(stage)).toBe(true);
  });

  it('goes on after the line was lost, and is broken in a new call', () => {
    const stage = answered();
    stage.guideSays('First.');
    stage.event({ type: 'connection-lost' });
    stage.event({ type: 'connection-restored', isNewCall: false });
    stage.guideSays('First. Second.');
    expect(stage.texts().at(-1)).toBe('1 guide: First. Second.');
    stage.event({ type: 'connection-restored', isNewCall: true });
    expect(stage.told.slice(-2)).toEqual([
      { type: 'connection-restored' },
      { type: 'turn-failed', turn: 1, failure: { category: 'interrupted' } },
    ]);
    expect(stage.clock.waiting()).toBe(0);
  });

  it('is not ended by the silence of a lost line', () => {
    const stage = answered();
    stage.guideSays('First. Second.');
    stage.event({ type: 'connection-lost' });
    stage.event({ type: 'speech-ended' });
    stage.clock.pass(20_000);
    stage.event({ type: 'connection-restored', isNewCall: false });
    stage.event({ type: 'speech-started' });
    expect(isOver(stage)).toBe(false);
    stage.message({ type: 'speech-update', status: 'stopped', role: 'assistant' });
    expect(isOver(stage)).toBe(true);
  });

  it('that is cancelled or left tells nothing more', () => {
    const stage = answered();
    stage.guideSays('First.');
    stage.event({ type: 'speech-ended' });
    stage.transport.cancel(1);
    const { length } = stage.told;
    stage.guideSays('First. Second.');
    expect([stage.told.length, stage.clock.waiting()]).toEqual([length, 0]);
    stage.transport.close('left');
    stage.event({ type: 'connection-lost' });
    expect([stage.told.length, stage.ended]).toEqual([length, ['left']]);
  });
});

describe('a call', () => {
  it('goes out with the visit and what was said', () => {
    const { options } = createTestCall();
    expect(options?.visit).toMatchObject({ language: 'en', visitMode: 'guided' });
    expect([options?.summary(), options?.limitMs, options?.takesOver]).toEqual(['said', 10_000, false]);
  });

  it('tells loudness, hangs, and its end by the museum’s side', () => {
    const stage = createTestCall();
    stage.event({ type: 'guide-level', level: 0.5 });
    stage.event({ type: 'visitor-level', level: 0.2 });
    stage.message({ type: 'hang' });
    stage.message({ type: 'status-update', status: 'ended', endedReason: 'silence-timed-out' });
    stage.message({ type: 'nonsense' });
    expect(stage.told.slice(1)).toEqual([
      { type: 'guide-level', level: 0.5 },
      { type: 'visitor-level', level: 0.2 },
      { type: 'hang' },
      { type: 'ended', reason: 'silence-timed-out' },
    ]);
  });
});
