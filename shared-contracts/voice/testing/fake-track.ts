export class FakeTrack extends EventTarget {
  readonly kind = 'audio';
  enabled = true;
  muted = false;
  readyState: 'live' | 'ended' = 'live';

  stop(): void {
    this.readyState = 'ended';
  }

  /** A phone call mutes the track. */
  mute(isMuted: boolean): void {
    this.muted = isMuted;
    this.dispatchEvent(new Event(isMuted ? 'mute' : 'unmute'));
  }

  lose(): void {
    this.readyState = 'ended';
    this.dispatchEvent(new Event('ended'));
  }
}

export const asTrack = (track: FakeTrack) => track as unknown as MediaStreamTrack;
