import type { Recognition } from '../voice-page.ts';

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
  /** The track that replaces the microphone. */
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
  /** A browser ends recognition after some silence or after `stop`. */
  finish(): void {
    this.state = 'ended';
    this.onend?.();
  }
  recognise(...parts: [transcript: string, isFinal?: boolean][]): void {
    this.onresult?.({ results: parts.map(([transcript, isFinal = false]) => ({ isFinal, 0: { transcript } })) });
  }
}
