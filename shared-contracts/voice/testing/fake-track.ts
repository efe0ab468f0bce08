/** A track that can be stopped, muted by the system, and lost as a microphone that is unplugged. */
export class FakeTrack extends EventTarget {
  readonly kind = 'audio';
  enabled = true;
  muted = false;
  readyState: 'live' | 'ended' = 'live';

  stop(): void {
    this.readyState = 'ended';
  }

  /** Mutes as a phone call does, and unmutes after it. */
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
