import type { Recognition } from '../voice-page.ts';

/** The browser's recogniser; a test says what it recognises. */
export class FakeRecognition implements Recognition {
  lang = '';
  continuous = false;
  interimResults = false;
  onresult: Recognition['onresult'] = null;
  onerror: Recognition['onerror'] = null;
  onend: Recognition['onend'] = null;
  onspeechstart: Recognition['onspeechstart'] = null;
  onspeechend: Recognition['onspeechend'] = null;
  state = 'new';
  /** The track that it was given in the place of the microphone. */
  silence: unknown;

  start(silence?: unknown): void {
    this.silence = silence;
    this.state = 'started';
  }
  stop(): void {
    this.state = 'stopping';
  }
  abort(): void {
    this.state = 'aborted';
  }
  /** By itself after some silence, or because it was stopped. */
  finish(): void {
    this.state = 'ended';
    this.onend?.();
  }
  recognise(...parts: [transcript: string, isFinal?: boolean][]): void {
    this.onresult?.({ results: parts.map(([transcript, isFinal = false]) => ({ isFinal, 0: { transcript } })) });
  }
}
