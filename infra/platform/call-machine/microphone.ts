import { blockedBy, type CameraError, readCameraError } from './camera-error.ts';
import type { MicrophoneState } from './daily/participant.ts';

/** Which microphone is wanted: one of the device's, by id or the usual one, or a track the page brings along. */
export type MicrophoneChoice = { deviceId: string | undefined } | { track: MediaStreamTrack };

export interface MicrophoneSurroundings {
  /** Undefined where the browser has none: insecure pages, old browsers. */
  devices: Pick<MediaDevices, 'getUserMedia'> | undefined;
  /** Whether the permission was there and is not any more. */
  isTaken(): Promise<boolean>;
  /** The track or its state is another one now. */
  changed(): void;
  failed(error: CameraError): void;
}

const processing = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };

/** The visitor's microphone from the first request until `end`, through changes, losses and second tries. */
export class Microphone {
  private readonly surroundings: MicrophoneSurroundings;
  private current: { track: MediaStreamTrack; isOwn: boolean; forget(): void } | undefined;
  private problem: CameraError | undefined;
  private isWanted: boolean;
  /** Only the last request counts: what an earlier one brings is closed again. */
  private requests = 0;
  private isOpening: boolean = false;

  constructor(isOn: boolean, surroundings: MicrophoneSurroundings) {
    this.isWanted = isOn;
    this.surroundings = surroundings;
  }

  get track(): MediaStreamTrack | undefined {
    return this.current?.track;
  }

  /** What is wanted, whether or not there is one. */
  get isOn(): boolean {
    return this.isWanted;
  }

  get state(): MicrophoneState {
    if (this.problem) return blockedBy(this.problem);
    return this.isWanted && this.current ? 'on' : 'off';
  }

  /** Resolves when there is a microphone or it is known why not; never rejects. */
  async open(choice: MicrophoneChoice): Promise<void> {
    const request = ++this.requests;
    this.isOpening = true;
    try {
      const track = 'track' in choice ? choice.track : await this.request(choice.deviceId);
      if (request === this.requests) this.adopt(track, !('track' in choice));
      else if (!('track' in choice)) track.stop();
    } catch (error) {
      if (request === this.requests) this.fail(readCameraError(error));
    } finally {
      if (request === this.requests) this.isOpening = false;
    }
  }

  /** Off is really off: the track gives silence, and no frame is made of it. On asks anew where there was none. */
  setOn(isOn: boolean): void {
    this.isWanted = isOn;
    if (this.current) this.current.track.enabled = isOn;
    else if (isOn && !this.isOpening) void this.open({ deviceId: undefined });
    this.surroundings.changed();
  }

  end(): void {
    this.requests++;
    this.release();
  }

  private async request(deviceId: string | undefined): Promise<MediaStreamTrack> {
    const { devices } = this.surroundings;
    if (!devices) throw new DOMException('mediaDevices is not available', 'NotSupportedError');
    const audio = { ...processing, ...(deviceId !== undefined && { deviceId: { exact: deviceId } }) };
    const [track] = (await devices.getUserMedia({ audio })).getAudioTracks();
    if (!track) throw new DOMException('No audio track', 'NotFoundError');
    return track;
  }

  private adopt(track: MediaStreamTrack, isOwn: boolean): void {
    this.release();
    const ended = () => void this.lose(isOwn);
    track.addEventListener('ended', ended);
    this.current = { track, isOwn, forget: () => track.removeEventListener('ended', ended) };
    this.problem = undefined;
    track.enabled = this.isWanted;
    this.surroundings.changed();
  }

  private fail(error: CameraError): void {
    this.release();
    this.problem = error;
    this.surroundings.failed(error);
    this.surroundings.changed();
  }

  /** The track ended by itself: the permission was taken away, or the device. Another device is taken at once. */
  private async lose(isOwn: boolean): Promise<void> {
    this.release();
    this.surroundings.changed();
    if (!isOwn) return;
    const request = ++this.requests;
    const isTaken = await this.surroundings.isTaken();
    if (request !== this.requests) return;
    if (isTaken) this.fail(readCameraError(new DOMException('Permission was taken away', 'NotAllowedError')));
    else await this.open({ deviceId: undefined });
  }

  private release(): void {
    this.current?.forget();
    if (this.current?.isOwn) this.current.track.stop();
    this.current = undefined;
  }
}
