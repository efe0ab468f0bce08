import { expect, it } from '@rstest/core';
import { pickStatus } from './status-line.tsx';

it('The status line says whether the chat loads, waits, sends, or holds messages', () => {
  expect(pickStatus('loading', 0, 'idle')).toEqual({ key: 'status.loading' });
  expect(pickStatus('idle', 0, 'idle')).toEqual({ key: 'status.empty' });
  expect(pickStatus('thinking', 1, 'idle')).toEqual({ key: 'status.sending' });
  expect(pickStatus('answering', 2, 'idle')).toEqual({ key: 'status.messages', count: 2 });
});

it('The status line counts the messages also while the chat connects again', () => {
  expect(pickStatus('loading', 4, 'idle')).toEqual({ key: 'status.messages', count: 4 });
});

it('The status line says that the chat records, or sends a recording', () => {
  expect(pickStatus('idle', 2, 'recording')).toEqual({ key: 'status.recording' });
  expect(pickStatus('idle', 2, 'transcribing')).toEqual({ key: 'status.sending' });
  expect(pickStatus('idle', 2, 'failed')).toEqual({ key: 'status.messages', count: 2 });
});
