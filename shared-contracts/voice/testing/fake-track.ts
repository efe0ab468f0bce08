/** A track that a test can stop, mute as the system does, and lose as an unplugged microphone. */
export class FakeTrack extends EventTarget {
  readonly kind = 'audio';
  enabled = true;
  muted = false;
  readyState: 'live' | 'ended' = 'live';

  stop(): void {
    this.readyState = 'ended';
  }

  /** Mutes or unmutes the track, as a phone call does. */
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
