import { describe, expect, it } from '@rstest/core';
import { pickStatus } from './status.ts';

describe('pickStatus', () => {
  it('says how the conversation stands', () => {
    expect(pickStatus('connecting', 0)).toEqual({ key: 'status.loading' });
    expect(pickStatus('ready', 0)).toEqual({ key: 'status.empty' });
    expect(pickStatus('thinking', 1)).toEqual({ key: 'status.sending' });
    expect(pickStatus('speaking', 2)).toEqual({ key: 'status.messages', count: 2 });
    expect(pickStatus('failed', 1)).toEqual({ key: 'status.messages', count: 1 });
  });

  it('counts what is there even while it connects again', () => {
    expect(pickStatus('connecting', 4)).toEqual({ key: 'status.messages', count: 4 });
  });
});
