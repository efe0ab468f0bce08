/**
 * The visitor's microphone: a track which the page always brings along. The page itself requests permission and changes devices behind that
 * track, so this machine never opens a microphone.
 */
export class Microphone {
  private readonly onChange: () => void;
  private current: MediaStreamTrack | undefined;
  private isWanted: boolean;

  constructor(track: MediaStreamTrack | undefined, isOn: boolean, onChange: () => void) {
    this.current = track;
    this.isWanted = isOn;
    this.onChange = onChange;
    if (track) track.enabled = isOn;
    track?.addEventListener('ended', this.onEnded);
  }

  get track(): MediaStreamTrack | undefined {
    return this.current;
  }

  /** The desired state, with or without a track. */
  get isOn(): boolean {
    return this.isWanted;
  }

  get isOpen(): boolean {
    return this.isWanted && this.current !== undefined;
  }

  /** Off is really off: the track gives silence, and no frame is made of it. */
  setOn(isOn: boolean): void {
    this.isWanted = isOn;
    if (this.current) this.current.enabled = isOn;
    this.onChange();
  }

  /** The track is the page's: it is not stopped. */
  end(): void {
    this.current?.removeEventListener('ended', this.onEnded);
    this.current = undefined;
  }

  private readonly onEnded = () => {
    this.current = undefined;
    this.onChange();
  };
}
