import type { VisitConfig } from '../visit/visit-config.ts';

/** The specification's words. */
export type ConnectionStep =
  | 'obtain-microphone-permission'
  | 'connect-to-guide'
  | 'guide-connection-success'
  | 'guide-connection-timeout'
  | 'guide-connection-error'
  | 'microphone-permission-unsupported'
  | 'llm-speaking';

/**
 * Who turns the visitor's speech into words. site: the museum · browser: the browser's recogniser, which sends the sound to the browser's
 * vendor · none: the guide speaks, the visitor types.
 */
export type SpeechRecognitionSource = 'site' | 'browser' | 'none';

export interface VoiceState {
  step: ConnectionStep;
  /** Connecting takes longer than 4 s. */
  isSlow: boolean;
  /** Visitors ahead in the queue for a voice slot; undefined outside the queue. */
  ahead: number | undefined;
  hearing: SpeechRecognitionSource;
  /**
   * taken: the system muted the microphone, for example for a phone call · lost: the device is gone · revoked: the permission is gone.
   * After a loss, the call goes on without hearing, and the next call asks again.
   */
  microphone: 'available' | 'taken' | 'lost' | 'revoked';
  talkingMode: VisitConfig['talkingMode'];
  /** The machine's microphone switch; true in push-to-talk until the visitor holds the button. */
  isUserMuted: boolean;
  /** Listening in push-to-talk, or continuous and not muted. */
  isMicrophoneOpen: boolean;
  /** By the visitor's choice, while the visitor holds the button, or in the gap after a hang. */
  isGuideMuted: boolean;
  /** The browser plays nothing before the visitor taps. */
  isPlaybackBlocked: boolean;
  /** A spoken turn brought no words. False again at the next turn. */
  wasUnheard: boolean;
  /** The guide's picture, if the call carries video. */
  video: MediaStream | undefined;
}

/** Known before a voice conversation begins, without a prompt. */
export interface VoiceReadiness {
  /** insecure: the page came without HTTPS · unsupported: no microphone or no audio in this browser. */
  support: 'supported' | 'insecure' | 'unsupported';
  /** `prompt` also if the browser does not say; `missing`: no microphone. */
  microphone: 'granted' | 'prompt' | 'denied' | 'missing';
  hearing: SpeechRecognitionSource;
  /** Who recognises speech that is dictated into a field. */
  dictation: SpeechRecognitionSource;
}
