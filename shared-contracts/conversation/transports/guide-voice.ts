import type { ClientMessage } from '../../voice/voice-client.ts';

type Control = (ClientMessage & { type: 'control' })['control'];

/**
 * Whether the guide may be heard: not while it is muted, and not while it still says what the visitor has cut off;
 * the guide's side may go on with that for a while.
 */
export class GuideVoice {
  readonly #control: (control: Control) => void;
  #isSpeaking: boolean = false;
  #isMuted: boolean = false;
  #isCut: boolean = false;
  #isSilenced: boolean = false;

  constructor(control: (control: Control) => void) {
    this.#control = control;
  }

  get isSpeaking(): boolean {
    return this.#isSpeaking;
  }

  setMuted(isMuted: boolean): void {
    this.#isMuted = isMuted;
    this.#apply();
  }

  /** The guide's side begins or stops to speak. */
  setSpeaking(isSpeaking: boolean): void {
    this.#isSpeaking = isSpeaking;
    if (!isSpeaking) this.uncut();
  }

  mute(): void {
    this.#isCut = this.#isSpeaking;
    this.#apply();
  }

  uncut(): void {
    this.#isCut = false;
    this.#apply();
  }

  /** Another call, in which nothing is being said. */
  forget(): void {
    this.setSpeaking(false);
  }

  #apply(): void {
    const isSilenced = this.#isMuted || this.#isCut;
    if (isSilenced === this.#isSilenced) return;
    this.#isSilenced = isSilenced;
    this.#control(isSilenced ? 'mute-assistant' : 'unmute-assistant');
  }
}
