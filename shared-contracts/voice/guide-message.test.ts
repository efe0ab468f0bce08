import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { parseGuideMessage } from './guide-message.ts';

const context = { sources: [{ title: 'Ceiling', document: 'ceiling' }], room: { index: 1, count: 3, name: 'Painting Salon' } };

it('a message’s type may carry a filter in brackets', () => {
  const message = { type: 'transcript', role: 'user', transcriptType: 'final', transcript: 'Who?' };
  expect(parseGuideMessage({ ...message, type: "transcript[transcriptType='final']" })).toEqual(message);
});

it.each([JSON.stringify(context), context])('a tool’s result may be text or an object: %#', (result) => {
  const message = { type: 'tool-calls-result', toolCallResult: { name: 'guide_context', result, toolCallId: 'x' }, timestamp: 1 };
  expect(parseGuideMessage(message)).toMatchObject({ toolCallResult: { result: context } });
});

it('a conversation update gives the contexts after the visitor’s last message', () => {
  const role = 'tool_call_result';
  const contextOf = (title: string) => ({ sources: [{ title, document: title }] });
  const result = (title: string) => ({ role, name: 'guide_context', result: JSON.stringify(contextOf(title)) });
  const messages = [{ role: 'user' }, result('old'), { role: 'bot' }, { role: 'user' }, result('new'), { role, name: 'other' }];
  expect(parseGuideMessage({ type: 'conversation-update', messages })).toEqual({
    type: 'conversation-update',
    userCount: 2,
    endsWithUser: false,
    contexts: [contextOf('new')],
  });
});

it('a message with unknown timing is accepted', () => {
  const message = { type: 'assistant.speechStarted', text: 'Yes.', timing: { type: 'of another kind' } };
  expect(parseGuideMessage(message)).toMatchObject({ text: 'Yes.' });
});

it.each([
  [undefined],
  ['listening'],
  [{ type: 'model-output', output: 'Yes' }],
  [{ type: 'constructor' }],
  [{ type: 'transcript', role: 'user' }],
  [{ type: 'transcript', role: 'system', transcript: 'x' }],
  [{ type: 'speech-update', status: 'paused', role: 'user' }],
  [{ type: 'tool-calls-result', toolCallResult: { name: 'guide_context', result: '{' } }],
  [{ type: 'tool-calls-result', toolCallResult: { name: 'other', result: '{}' } }],
])('an unknown or malformed message is ignored: %j', (message) => expect(parseGuideMessage(message)).toBeUndefined());

it('parseGuideMessage() throws for no value', () => {
  const type = fc.constantFrom(
    ...['transcript', 'assistant.speechStarted', 'speech-update', 'conversation-update', 'tool-calls-result', 'status-update', 'hang'],
  );
  const any = fc.oneof(fc.anything(), fc.record({ type, messages: fc.anything(), role: fc.anything() }));
  fc.assert(fc.property(any, (raw) => void parseGuideMessage(raw)));
});
