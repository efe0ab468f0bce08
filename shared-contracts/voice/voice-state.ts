import type { VisitConfig } from '../visit/visit-config.ts';

/** Where connecting stands, in the specification's words. */
export type ConnectionStep =
  | 'obtain-microphone-permission'
  | 'connect-to-guide'
  | 'guide-connection-success'
  | 'guide-connection-timeout'
  | 'guide-connection-error'
  | 'microphone-permission-unsupported'
  | 'llm-speaking';

/**
 * Who turns the visitor's speech into words. site: the museum's side · browser: the browser's own recogniser, which
 * sends the sound to the browser's maker · none: no recognition; the guide speaks, the visitor types.
 */
export type SpeechRecognitionSource = 'site' | 'browser' | 'none';

/** A voice conversation beside what every conversation has. */
export interface VoiceState {
  step: ConnectionStep;
  /** Connecting takes longer than 4 s. */
  isSlow: boolean;
  /** Visitors ahead in the queue for a voice slot; undefined when it is not queueing. */
  ahead: number | undefined;
  hearing: SpeechRecognitionSource;
  /**
   * taken: the system muted it, for a phone call perhaps, and gives it back · lost, revoked: it is gone, or its permission
   * is; the call goes on without hearing, and a call that is started again asks for a microphone.
   */
  microphone: 'available' | 'taken' | 'lost' | 'revoked';
  talkingMode: VisitConfig['talkingMode'];
  /** The machine's microphone switch; true in push-to-talk until the button is held. */
  isUserMuted: boolean;
  /** Exactly whether the microphone is open: listening in push-to-talk, or continuous and not muted. */
  isMicrophoneOpen: boolean;
  /** By the visitor's choice, while the button is held, or in the gap after a hang. */
  isGuideMuted: boolean;
  /** The browser plays nothing before the visitor taps. */
  isPlaybackBlocked: boolean;
  /** A spoken turn brought no words: said once, until the next turn. */
  wasUnheard: boolean;
  /** The guide's picture, where the call carries video. */
  video: MediaStream | undefined;
}

/** What can be known before a voice conversation begins, without a prompt. */
export interface VoiceReadiness {
  /** insecure: the page came without HTTPS · unsupported: no microphone or no audio in this browser. */
  support: 'supported' | 'insecure' | 'unsupported';
  /** `prompt` also where the browser does not say; `missing`: there is none. */
  microphone: 'granted' | 'prompt' | 'denied' | 'missing';
  hearing: SpeechRecognitionSource;
  /** Who writes down what is dictated into a field. */
  dictation: SpeechRecognitionSource;
}
