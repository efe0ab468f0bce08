import { describe, expect, it } from '@rstest/core';
import { pickStatus } from './status.ts';

describe('pickStatus', () => {
  it('says how the conversation stands', () => {
    expect(pickStatus('loading', 0)).toEqual({ key: 'status.loading' });
    expect(pickStatus('idle', 0)).toEqual({ key: 'status.empty' });
    expect(pickStatus('thinking', 1)).toEqual({ key: 'status.sending' });
    expect(pickStatus('answering', 2)).toEqual({ key: 'status.messages', count: 2 });
  });

  it('counts what is there even while it connects again', () => {
    expect(pickStatus('loading', 4)).toEqual({ key: 'status.messages', count: 4 });
  });
});
