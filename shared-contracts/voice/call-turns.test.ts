import { expect, it } from '@rstest/core';
import { createTestCall } from './testing/test-call.ts';

it('the guide’s first words are an opening if they are forced, and in a later call from any source', () => {
  const setup = createTestCall();
  setup.guideSays('Welcome! I am Clara.', { source: 'force-say' });
  setup.message({ type: 'speech-update', role: 'assistant', status: 'stopped' });
  expect(setup.emitted).toEqual([
    { type: 'text', turn: 0, speaker: 'guide', text: 'Welcome! I am Clara.', forced: true },
    { type: 'turn-completed', turn: 0 },
  ]);
  const later = createTestCall({ turn: 4 });
  later.guideSays('Here I am again.');
  expect(later.emitted.at(-1)).toMatchObject({ turn: 4, forced: true });
});

it('the answer to a typed turn starts with the first message after the conversation update', () => {
  const setup = createTestCall();
  setup.turns.begin('typed', 1);
  setup.message({ type: 'transcript', role: 'assistant', transcriptType: 'final', transcript: 'of the old one' });
  setup.message({ type: 'speech-update', role: 'assistant', status: 'stopped' });
  expect(setup.emitted).toEqual([]);
  setup.message({ type: 'conversation-update', messages: [{ role: 'bot' }, { role: 'user' }] });
  const source = { title: 't', document: 'd' };
  setup.message({ type: 'tool-calls-result', toolCallResult: { name: 'guide_context', result: { sources: [source] } } });
  setup.message({ type: 'transcript', role: 'assistant', transcriptType: 'partial', transcript: 'Tiepolo' });
  setup.message({ type: 'transcript', role: 'assistant', transcriptType: 'final', transcript: 'Tiepolo did.' });
  setup.message({ type: 'transcript', role: 'assistant', transcriptType: 'partial', transcript: 'In' });
  const generated = { kind: 'model' };
  expect(setup.emitted).toEqual([
    { type: 'source', turn: 1, source },
    { type: 'text', turn: 1, speaker: 'guide', text: 'Tiepolo', generated },
    { type: 'spoken', turn: 1, words: 1 },
    { type: 'text', turn: 1, speaker: 'guide', text: 'Tiepolo did.', generated },
    { type: 'spoken', turn: 1, words: 2 },
    { type: 'text', turn: 1, speaker: 'guide', text: 'Tiepolo did. In', generated },
    { type: 'spoken', turn: 1, words: 3 },
  ]);
});

it('a spoken turn has the visitor’s words in written form, then the answer', () => {
  const setup = createTestCall();
  setup.turns.begin('spoken', 1);
  setup.recognise('partial', 'Was that Looey');
  setup.turns.finish(1);
  setup.recognise('final', 'Was that Looey the Great?');
  setup.guideSays('Yes.');
  expect(setup.texts()).toEqual(['1 visitor: Was that Louis', '1 visitor: Was that Louis the Great?', '1 guide: Yes.']);
});

it('the answer to a spoken turn is held back until the button is released', () => {
  const setup = createTestCall();
  setup.turns.begin('spoken', 1);
  setup.recognise('final', 'Who');
  setup.guideSays('Pardon?');
  setup.recognise('final', 'painted this?');
  setup.guideSays('Tiepolo.');
  setup.message({ type: 'speech-update', role: 'assistant', status: 'stopped' });
  expect(setup.texts()).toEqual(['1 visitor: Who', '1 visitor: Who painted this?']);
  setup.turns.finish(1);
  expect(setup.texts().at(-1)).toBe('1 guide: Tiepolo.');
  expect(setup.emitted.at(-1)).toEqual({ type: 'turn-completed', turn: 1 });
});

it('a turn in continuous talk starts with the visitor’s voice, or with words alone', () => {
  const setup = createTestCall();
  setup.message({ type: 'speech-update', role: 'user', status: 'started' });
  setup.message({ type: 'speech-update', role: 'user', status: 'stopped' });
  setup.recognise('partial', 'Who');
  expect(setup.emitted.map(({ type }) => type)).toEqual(['visitor-speech-started', 'visitor-speech-ended', 'visitor-speech-started']);
  setup.turns.begin('spoken', 1);
  setup.recognise('final', 'Who?');
  expect(setup.emitted.at(-1)).toEqual({ type: 'visitor-speech-ended' });
});

it('late words and the end of an older answer are ignored', () => {
  const setup = createTestCall();
  setup.message({ type: 'speech-update', role: 'assistant', status: 'started' });
  setup.guideSays('A long opening');
  setup.turns.begin('typed', 1);
  setup.message({ type: 'conversation-update', messages: [{ role: 'user', message: 'Who?' }] });
  setup.message({ type: 'transcript', role: 'assistant', transcriptType: 'final', transcript: 'A long opening' });
  setup.message({ type: 'speech-update', role: 'assistant', status: 'stopped' });
  expect(setup.texts().filter((text) => text.startsWith('1 guide'))).toEqual([]);
  setup.guideSays('Tiepolo.');
  expect(setup.texts().at(-1)).toBe('1 guide: Tiepolo.');
  expect(setup.emitted.some(({ type }) => type === 'turn-completed')).toBe(false);
  setup.message({ type: 'speech-update', role: 'assistant', status: 'stopped' });
  expect(setup.emitted.at(-1)).toEqual({ type: 'turn-completed', turn: 1 });
});

it('guide-behind is emitted while the guide still speaks an older turn', () => {
  const setup = createTestCall();
  setup.guideSays('A long opening');
  setup.turns.begin('spoken', 1);
  setup.turns.finish(1);
  expect(setup.behind).toEqual([true]);
  setup.message({ type: 'speech-update', role: 'assistant', status: 'stopped' });
  expect(setup.behind).toEqual([true, false]);
  setup.guideSays('The answer.');
  setup.turns.cancel(1);
  expect(setup.behind.at(-1)).toBe(true);
});

function answered() {
  const setup = createTestCall();
  setup.turns.begin('typed', 1);
  return setup;
}
const isOver = ({ emitted }: ReturnType<typeof createTestCall>) => emitted.some(({ type }) => type === 'turn-completed');

it('an answer known before the voice is emitted at once', () => {
  const setup = answered();
  const generated = { kind: 'quotation' };
  setup.guideSays('It was Looey the Great.', { generated });
  expect(setup.emitted.at(-1)).toEqual({ type: 'text', turn: 1, speaker: 'guide', text: 'It was Louis the Great.', generated });
});

it('word times count the spoken words until a transcript arrives', () => {
  const setup = answered();
  const times = { wordsStartTimesMs: [0, 200, 500], wordsEndTimesMs: [200, 500, 900] };
  setup.guideSays('One two three.', { timing: { type: 'word-alignment', words: ['One', 'two', 'three.'], ...times } });
  for (const milliseconds of [0, 200, 100]) setup.clock.pass(milliseconds);
  expect(setup.emitted.at(-1)).toEqual({ type: 'spoken', turn: 1, words: 2 });
  setup.message({ type: 'transcript', role: 'assistant', transcriptType: 'partial', transcript: 'One' });
  expect(setup.clock.waiting()).toBe(0);
});

it('an answer waits for its last transcript after the guide stopped', () => {
  const setup = answered();
  setup.message({ type: 'speech-update', role: 'assistant', status: 'started' });
  setup.message({ type: 'transcript', role: 'assistant', transcriptType: 'partial', transcript: 'Half' });
  setup.message({ type: 'speech-update', role: 'assistant', status: 'stopped' });
  expect(isOver(setup)).toBe(false);
  setup.message({ type: 'transcript', role: 'assistant', transcriptType: 'final', transcript: 'Half and whole.' });
  expect([isOver(setup), setup.texts().at(-1), setup.clock.waiting()]).toEqual([true, '1 guide: Half and whole.', 0]);
});

it('an answer with words left survives a short pause and ends after a pause of 3 s', () => {
  const setup = answered();
  setup.guideSays('First. Second.');
  setup.turns.onSound(false);
  setup.clock.pass(2999);
  setup.turns.onSound(true);
  setup.clock.pass(3000);
  expect(isOver(setup)).toBe(false);
  setup.turns.onSound(false);
  setup.clock.pass(3000);
  expect(isOver(setup)).toBe(true);
});

it('an answer continues over a restored connection and breaks in a new call', () => {
  const setup = answered();
  setup.guideSays('First.');
  setup.turns.onConnectionLost();
  setup.turns.onConnectionRestored(false);
  setup.guideSays('First. Second.');
  expect(setup.texts().at(-1)).toBe('1 guide: First. Second.');
  setup.turns.onConnectionRestored(true);
  expect(setup.emitted.slice(-2)).toEqual([
    { type: 'connection-restored' },
    { type: 'turn-failed', turn: 1, failure: { category: 'interrupted' } },
  ]);
  expect(setup.clock.waiting()).toBe(0);
});

it('silence during a lost connection does not end an answer', () => {
  const setup = answered();
  setup.guideSays('First. Second.');
  setup.turns.onConnectionLost();
  setup.turns.onSound(false);
  setup.clock.pass(20_000);
  setup.turns.onConnectionRestored(false);
  setup.turns.onSound(true);
  expect(isOver(setup)).toBe(false);
  setup.message({ type: 'speech-update', status: 'stopped', role: 'assistant' });
  expect(isOver(setup)).toBe(true);
});

it('a cancelled answer emits no later events', () => {
  const setup = answered();
  setup.guideSays('First.');
  setup.turns.onSound(false);
  setup.turns.cancel(1);
  const { length } = setup.emitted;
  setup.guideSays('First. Second.');
  expect([setup.emitted.length, setup.clock.waiting()]).toEqual([length, 0]);
});

it('a hang and the end of the call by the platform are emitted', () => {
  const setup = createTestCall();
  setup.message({ type: 'hang' });
  setup.message({ type: 'status-update', status: 'ended', endedReason: 'silence-timed-out' });
  setup.message({ type: 'nonsense' });
  expect(setup.emitted).toEqual([{ type: 'hang' }, { type: 'ended', reason: 'silence-timed-out' }]);
});
