/** A track that can be stopped, and lost as a microphone that is unplugged. */
export class FakeTrack extends EventTarget {
  readonly kind = 'audio';
  enabled = true;
  readyState: 'live' | 'ended' = 'live';

  stop(): void {
    this.readyState = 'ended';
  }

  lose(): void {
    this.readyState = 'ended';
    this.dispatchEvent(new Event('ended'));
  }
}

export const asTrack = (track: FakeTrack) => track as unknown as MediaStreamTrack;
