import { describe, expect, it } from '@rstest/core';
import { pickStatus } from './status-line.tsx';

describe('pickStatus', () => {
  it('says how the conversation stands', () => {
    expect(pickStatus('loading', 0, 'idle')).toEqual({ key: 'status.loading' });
    expect(pickStatus('idle', 0, 'idle')).toEqual({ key: 'status.empty' });
    expect(pickStatus('thinking', 1, 'idle')).toEqual({ key: 'status.sending' });
    expect(pickStatus('answering', 2, 'idle')).toEqual({ key: 'status.messages', count: 2 });
  });

  it('counts what is there even while it connects again', () => {
    expect(pickStatus('loading', 4, 'idle')).toEqual({ key: 'status.messages', count: 4 });
  });

  it('says that it records, and that a recording is on its way', () => {
    expect(pickStatus('idle', 2, 'recording')).toEqual({ key: 'status.recording' });
    expect(pickStatus('idle', 2, 'transcribing')).toEqual({ key: 'status.sending' });
    expect(pickStatus('idle', 2, 'failed')).toEqual({ key: 'status.messages', count: 2 });
  });
});
