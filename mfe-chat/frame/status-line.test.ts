import { expect, it } from '@rstest/core';
import { pickStatus } from './status-line.tsx';

it.each([
  ['loads', 'loading', 0, 'idle', { key: 'status.loading' }],
  ['waits for a question', 'idle', 0, 'idle', { key: 'status.empty' }],
  ['sends', 'thinking', 1, 'idle', { key: 'status.sending' }],
  ['holds messages', 'answering', 2, 'idle', { key: 'status.messages', count: 2 }],
  ['holds messages while it connects again', 'loading', 4, 'idle', { key: 'status.messages', count: 4 }],
  ['records', 'idle', 2, 'recording', { key: 'status.recording' }],
  ['sends a recording', 'idle', 2, 'transcribing', { key: 'status.sending' }],
  ['holds messages after a failed recording', 'idle', 2, 'failed', { key: 'status.messages', count: 2 }],
] as const)('The status line says that the chat %s', (...[, progress, count, dictation, status]) => {
  expect(pickStatus(progress, count, dictation)).toEqual(status);
});
