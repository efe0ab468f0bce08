import { createSession } from '@enfilade/shared-contracts/visit/create-session';
import { describe, expect, it } from '@rstest/core';
import { followVisitConfig } from './follow-visit-config.ts';

describe('the conversation', () => {
  it('is told what the visitor changes about talking, and of nothing else', () => {
    window.localStorage.clear();
    const session = createSession({ document, window });
    const told: unknown[] = [];
    const stop = followVisitConfig(session, {
      setTalkingMode: (mode) => told.push(mode),
      setGuideMuted: (isMuted) => told.push(isMuted),
    });
    session.configure({ talkingMode: 'continuous' });
    session.configure({ isAudioMuted: true });
    session.configure({ inputMode: 'text', visitMode: 'exploration' });
    stop();
    session.configure({ isAudioMuted: false });
    expect(told).toEqual(['continuous', true]);
    session.dispose();
  });
});
