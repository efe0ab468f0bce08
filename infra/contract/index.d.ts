import type { ComponentType } from 'react';

/** Facts for a slot below an answer: the subject of the answer, but no words of visitor or guide. */
export interface AnswerFacts {
  museum: Museum;
  exhibition?: Exhibition | undefined;
  /** The room that the guide named last, or else the exhibition's name. */
  title: string;
  /** From 1. Only in a guided tour that has begun. */
  room?: { number: number; count: number } | undefined;
  /** The guide's voice is playing. */
  isSpeaking: boolean;
}

export type CarriedTurn = {
  id: number;
  sources: {
    title: string;
    document: string;
    /** The paragraphs that the answer uses, from 1. Absent if the service does not name them. */
    paragraphs?: number[];
    isEasy?: true;
  }[];
  question?: string;
  answer?: string;
  isMarkdown?: boolean;
  opening?: 'back' | 'welcome';
  language?: 'de' | 'en' | 'fr';
  generated?: Generated;
  isStep?: true;
};

export type CarriedVisit = {
  visit: Visit;
  minutes: number;
  turns: CarriedTurn[];
  room?: {
    index: number;
    count: number;
    name: string;
  };
  tour?: Tour;
};

/** `done` comes last and once. A failure rejects the call instead. */
export type ChatEvent = ReplyPart;

export type ChatRequest = {
  visit: Visit;
  /** A repeated id gets the same answer and causes one upstream call. */
  clientMessageId: string;
  text: string;
  /** What was said in an earlier call, which the chat service has no record of. */
  pastTranscriptSummary?: string | undefined;
};

export type ChatResponse = {
  messageId: string;
  text: string;
  sources: Source[];
  room?: Room | undefined;
  tour?: Tour | undefined;
  generated?: Generated | undefined;
};

/** Tests hand in a clock that they control. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls once. The returned function cancels the call. */
  after(delayMs: number, call: () => void): () => void;
}

/** The specification's words. */
export type ConnectionStep =
  | 'obtain-microphone-permission'
  | 'connect-to-guide'
  | 'guide-connection-success'
  | 'guide-connection-timeout'
  | 'guide-connection-error'
  | 'microphone-permission-unsupported'
  | 'llm-speaking';

/** A visit has one conversation, which owns the turns and their counter. Transports are replaceable during the visit. */
export interface Conversation {
  readonly store: ReadableStore<ConversationState>;
  /** Loudness of both sides, about ten times a second during a call. Changes of `store` would render the screen each time. */
  readonly levels: ReadableStore<Levels>;
  /** Checks voice without a question to the visitor. Never rejects. */
  checkVoice(): Promise<VoiceReadiness>;
  /** A second call for the same transport does nothing. Voice requests the microphone: explain the reason before the call. */
  start(transport: TransportKind, options?: StartOptions): void;
  /** False if nothing was sent: the text is empty or too long, or an answer is due. */
  send(text: string): boolean;
  /** Sends the last message again with the same id, if its answer failed, broke off or was cut by a reload. */
  retry(): boolean;
  /** Ends the arriving answer and keeps its words. */
  interrupt(): void;
  /** Ends the transport. Turns and counter remain for the visit. */
  stop(reason: string): void;
  /** Ends the conversation and deletes its state, for another museum or exhibition. */
  reset(): void;
  /** Opens the microphone and mutes the guide until `release`. False without a call or speech recognition, and in continuous talk. */
  hold(): boolean;
  /** Call this after every end of a hold. A second call does nothing. */
  release(): void;
  /** Only for continuous talk. */
  setMicrophoneMuted(isMuted: boolean): void;
  /** Applies the visitor's configuration, in a running call too. */
  setTalkingMode(mode: VisitConfig['talkingMode']): void;
  /** The guide is heard if no reason mutes the guide. Each reason is set separately, with or without a call. */
  setGuideMuted(isMuted: boolean, by?: MuteReason): void;
  /** Call this from a tap after the browser refused to play the guide. */
  resumePlayback(): void;
}

export interface ConversationFailure extends Failure {
  /** The message without an answer. `retry` sends the message again with the same id. */
  clientMessageId?: string;
}

export interface ConversationState {
  phase: Phase;
  /** Every typed or spoken message raises the number, which is unique in a visit. 0 before the first message. */
  turn: number;
  turns: readonly Turn[];
  transport: TransportKind | undefined;
  room: Room | undefined;
  tour: Tour | undefined;
  failure: ConversationFailure | undefined;
  /** Words of the turn's lines that the guide's voice has spoken. Undefined in text. */
  spoken: { turn: number; words: number } | undefined;
  /** Undefined unless the transport is voice, or the last transport was voice and failed. */
  voice: VoiceState | undefined;
}

export type Declaration = {
  [key: string]: unknown;
  title: Record<string, string>;
  /** Paths of the screen. Links lead to the first path. Empty for a remote that only fills slots of other screens. */
  routes: string[];
  /** Facts that must be known before the screen is shown: `museum`, `exhibition`, `answers` (no question is open). */
  needs: string[];
  /** `operators`: the screen belongs to no museum and no visit. Default: visitors. */
  audience?: string | undefined;
  /** The fact that the screen asks for. Visitors who lack the fact are led to the screen. */
  provides?: string | undefined;
  /** `voice` or `text`: visitors talk with the guide on the screen, the destination of a visit. */
  conversation?: string | undefined;
  /** Remotes that are fetched ahead while the screen is idle, the nearest first. */
  leadsTo?: string[] | undefined;
  entries?:
    | {
        [key: string]: unknown;
        /** Unique in its place. */
        id: string;
        /** `landing-card`, `visit-tab`, `end-card` or `menu`. */
        place: string;
        title: Record<string, string>;
        /** A smaller second line, if the place has room. */
        note?: Record<string, string> | undefined;
        /** A shared icon. Default: an arrow. */
        icon?: string | undefined;
      }[]
    | undefined;
  fills?: Fill[] | undefined;
};

export interface Destination {
  /** The name of a remote. If the museum has no such screen, arrival decides. `end`: the host's screen for the end of the visit. */
  screen: string;
  /** Only for a screen that asks questions. */
  question?: QuestionId;
  /** Replaces the history entry instead of adding an entry. */
  replace?: boolean;
}

export type Emitted = { [Name in EventName]: { event: Name; payload?: Partial<EventPayload<Name>> } }[EventName];

export type EntityId = string;

export interface EventBus {
  /** Calls listeners in the order they were added. If a listener throws, the error is reported and the others still run. */
  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void;
  /** @deprecated `emit` was named `tell` up to contract 1.3. */
  tell<Name extends EventName>(name: Name, payload: EventPayload<Name>): void;
  /** Listens until the returned function is called or `signal` aborts. */
  on<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void, signal?: AbortSignal): () => void;
}

export type EventName = keyof Events;

export type EventPayload<Name extends EventName> = Events[Name];

export type Events = {
  'visitor-arrived': {
    museumId: string;
  };
  'collection-chosen': {
    exhibitionId: string;
  };
  'question-answered': {
    questionId: QuestionId;
    options: string[];
  };
  'tailoring-finished': Record<string, never>;
  'language-changed': {
    language: Language;
  };
  'conversation-started': {
    transport: 'text' | 'voice';
  };
  'turn-finished': {
    turn: number;
    speaker: 'guide' | 'visitor';
  };
  'conversation-ended': {
    reason: string;
  };
  'screen-failed': {
    remote: string;
    version: string;
    code: string;
  };
  'composition-changed': {
    sequence: number;
  };
};

export type Exhibition = {
  _id: string;
  name: string;
  pronunciations: Pronunciation[];
  coverImageURL?: string | undefined;
};

export type ExhibitionSummary = {
  _id: string;
  name: string;
  coverImageURL?: string | undefined;
};

export interface Failure {
  /** The view chooses its words by the category. */
  category: FailureCategory;
  retryAfterSeconds?: number;
}

/**
 * network, timeout, refused, interrupted, malformed: of any transport · denied: by the visitor or the system · dismissed: the prompt closed
 * without an answer · busy: used by another program · insecure: no microphone without HTTPS · unsupported: by this browser · other-tab:
 * another tab has the voice · ended: the museum's side ended the call.
 */
export type FailureCategory =
  | 'network'
  | 'timeout'
  | 'refused'
  | 'interrupted'
  | 'malformed'
  | 'microphone-denied'
  | 'microphone-dismissed'
  | 'microphone-missing'
  | 'microphone-busy'
  | 'insecure'
  | 'unsupported'
  | 'other-tab'
  | 'ended';

export type Fill = {
  [key: string]: unknown;
  /** The screen's name and the slot's name, as `visit.below-answer`. */
  slot: string;
  props: string;
  /** On a page, limits of the slot: time that rendering may block the thread, in ms, and height, in rem. */
  ms?: number | undefined;
  height?: number | undefined;
};

/** A remote that fills slots. Full name of a slot → component with `FillerProps`. With a default export, the remote is a screen too. */
export interface FillerModule extends Pick<ScreenModule, 'loadTexts'> {
  fillers: Readonly<Record<string, ComponentType<never>>>;
}

export type FillerProps<Facts extends SlotFacts> = Facts & {
  language: Language;
  /** Has the remote's own texts under its name, as in a screen. */
  i18n: I18n;
  /** The screen is the name of its remote. */
  go(to: { screen: string }): void;
};

/** A remote's first paint is rendered at build time, before museum and visitor are known. */
export interface FirstPaintProps {
  i18n: I18n;
  language: Language;
  /** The session of a new visitor. */
  session: VisitorSession;
  /** A value of `variants` in `first-paint.tsx`. The gateway picks the variant. */
  variant: string;
}

export type FoundPassages = {
  /** English if the museum has no texts in the visitor's language. */
  language: Language;
  passages: {
    document: string;
    title: string;
    /** From 1. */
    paragraph: number;
    /** The sentences that fit, in pieces. Every second piece is a match. */
    excerpt: string[];
  }[];
};

export type Frame = {
  /** The path on this site, even for a file from a CDN. */
  file: string;
  /** Both start at 1. */
  line: number;
  column: number;
};

export type GatewayErrorCode =
  | 'busy'
  | 'exhibition-not-found'
  | 'expired'
  | 'forbidden'
  | 'headers-too-large'
  | 'internal'
  | 'malformed'
  | 'museum-not-found'
  | 'not-found'
  | 'refused'
  | 'stale'
  | 'too-large'
  | 'too-many'
  | 'unauthorized'
  | 'unsupported-type'
  | 'upstream-failed'
  | 'upstream-timeout'
  | 'voice-not-found';

export type Generated = {
  kind: 'model' | 'quotation';
  model?: string | undefined;
};

export type GrantedVersion = {
  remote: string;
  version: string;
  expiresAt: string;
};

/** Every call validates its response and ends with its signal or its own time limit. A failed call rejects with an `ApiError`. */
export interface GuideApi {
  loadMuseum(museumId: EntityId, signal?: AbortSignal): Promise<MuseumResponse>;
  /** The code on the museum's wall, in upper or lower case. */
  findMuseum(code: string, signal?: AbortSignal): Promise<EntityId>;
  loadExhibition(museumId: EntityId, exhibitionId: EntityId, signal?: AbortSignal): Promise<Exhibition>;
  /** Paragraphs of the museum's texts that contain the words. */
  findPassages(museumId: EntityId, search: string, language: Language, signal?: AbortSignal): Promise<FoundPassages>;
  loadDocument(
    museumId: EntityId,
    source: Pick<Source, 'document' | 'isEasy'>,
    language: Language,
    signal?: AbortSignal,
  ): Promise<MuseumDocument>;
  loadReleaseSet(museumId: EntityId, signal?: AbortSignal): Promise<ReleaseSet>;
  /** Best effort: callers log a failure and continue. */
  pingKnowledgeBase(museumId: EntityId, signal?: AbortSignal): Promise<void>;
  /** Streams the answer to `onEvent` and resolves with the whole answer. */
  chat(request: ChatRequest, onEvent: (event: ChatEvent) => void, signal?: AbortSignal): Promise<ChatResponse>;
  welcome(request: WelcomeRequest, signal?: AbortSignal): Promise<string>;
  planTour(request: WelcomeRequest, signal?: AbortSignal): Promise<TourPlanResponse>;
  rate(request: RatingRequest, signal?: AbortSignal): Promise<void>;
  sealVisit(request: CarriedVisit, signal?: AbortSignal): Promise<SealResponse>;
  openVisit(seal: string, signal?: AbortSignal): Promise<OpenResponse>;
  /** The site deletes what it stores of the visit, and the visit's cookie. */
  forgetVisit(museumId: EntityId, signal?: AbortSignal): Promise<void>;
  /** The words of a WAVE recording, empty if there are none. A minute of sound uploads for 40 s on a slow connection. */
  transcribe(recording: Blob, language: Language, signal?: AbortSignal): Promise<string>;
  speak(voiceId: string, request: SpeechRequest, signal?: AbortSignal): Promise<ArrayBuffer>;
  /** Rejects if the site is unreachable. */
  checkConnection(signal?: AbortSignal): Promise<void>;
  /** Three questions, or none. */
  generateQuestions(request: QuestionsRequest, signal?: AbortSignal): Promise<string[]>;
  /** Null stands for a line without a translation. */
  translate(request: TranslationsRequest, signal?: AbortSignal): Promise<(string | null)[]>;
  report(request: ReportsRequest): Promise<void>;
}

export interface I18n {
  readonly language: string;
  /** A key has its namespace, as in `whatson:title`. */
  t(key: string): string;
  t(key: string, values: Record<string, string | number>): string;
  /** Returns a function for one namespace, whose keys are those of `texts/en.json`. */
  getFixedT<Key extends string = string>(language: string, namespace: string): Translate<Key>;
  on(event: 'languageChanged' | 'added', listener: () => void): void;
  off(event: 'languageChanged' | 'added', listener: () => void): void;
  addResourceBundle(language: string, namespace: string, texts: Record<string, string>): unknown;
  hasResourceBundle(language: string, namespace: string): boolean;
}

/** Both forms of a plural have one key. */
export type KeyOf<Texts> = WithoutPlural<keyof Texts & string>;

export type Language = 'de' | 'en' | 'fr';

/** 0 to 1. */
export interface Levels {
  guide: number;
  visitor: number;
}

export type LocalizedText =
  | string
  | {
      en: string;
      de?: string | undefined;
      fr?: string | undefined;
    };

/** A remote of contract 2, which may bundle any framework. The host loads and registers texts as for contract 1. */
export interface MountModule {
  /** Renders before `mount` returns, because the host then restores typed text and focus. An error counts as `onError`. */
  mount(element: HTMLElement, props: MountProps): MountedScreen;
  loadTexts(language: Language): Promise<{ default: Texts }>;
}

export interface MountProps extends ScreenProps {
  /** The screen cannot continue. The host removes and reports the screen, as for a component that threw. */
  onError(error: unknown): void;
}

export interface MountedScreen {
  /** Renders with other props. */
  update(props: MountProps): void;
  /** Ends everything that the screen started and empties the element. Called once, as the last call. */
  unmount(): void;
}

export type Museum = {
  _id: string;
  name: string;
  theme: Theme;
  exhibitions: ExhibitionSummary[];
  /** "English", "French" or "German"; see parseMuseumLanguage. */
  defaultLanguage: string;
  logoSvgURL?: string | undefined;
};

export type MuseumDocument = {
  language: Language;
  title: string;
  paragraphs: string[];
};

export type MuseumProfile = {
  entryScreen: 'text-chat' | 'visit';
  guideName: LocalizedText;
  /** Asked in the order of `questionIds`. */
  questions: QuestionId[];
  artists: {
    slug: string;
    name: string;
    weight: number;
  }[];
  tabBar:
    | {
        kind: 'guide-feedback';
        feedbackUrls?:
          | {
              en?: string;
              de?: string;
              fr?: string;
            }
          | undefined;
      }
    | {
        kind: 'hidden';
      }
    | {
        kind: 'modes';
      };
  quickQuestions: [LocalizedText, LocalizedText, LocalizedText];
  voices: {
    en: Voice[];
    de: Voice[];
    fr: Voice[];
  };
  premiumVoices: {
    en: Voice[];
    de: Voice[];
    fr: Voice[];
  };
  /** If false, `premium=true` in the address has no effect. */
  allowsPremium: boolean;
  exhibitions: Record<
    string,
    {
      scene: Scene;
      /** Set if the name differs by language. Default: the middleware's name. */
      name?:
        | string
        | {
            en: string;
            de?: string | undefined;
            fr?: string | undefined;
          }
        | undefined;
      /** Default: silence. */
      music?: 'ladys-bedroom' | 'library' | 'museum-interior' | 'staircase' | 'venetian-room' | undefined;
      /** Default: the museum's questions. */
      quickQuestions?: [LocalizedText, LocalizedText, LocalizedText] | undefined;
      /** A recording that describes the view, and its words with their times (WebVTT). */
      audioDescription?:
        | {
            en?: {
              url: string;
              transcript: string;
            };
            de?: {
              url: string;
              transcript: string;
            };
            fr?: {
              url: string;
              transcript: string;
            };
          }
        | undefined;
      signLanguage?:
        | {
            en?: {
              url: string;
              title: string;
              text: string;
              captions?: string | undefined;
            };
            de?: {
              url: string;
              title: string;
              text: string;
              captions?: string | undefined;
            };
            fr?: {
              url: string;
              title: string;
              text: string;
              captions?: string | undefined;
            };
          }
        | undefined;
    }
  >;
  /** The guided tour's rooms, in order. */
  rooms: {
    id: string;
    name: LocalizedText;
    /** A recording that describes the view, and its words with their times (WebVTT). */
    audioDescription?:
      | {
          en?: {
            url: string;
            transcript: string;
          };
          de?: {
            url: string;
            transcript: string;
          };
          fr?: {
            url: string;
            transcript: string;
          };
        }
      | undefined;
    signLanguage?:
      | {
          en?: {
            url: string;
            title: string;
            text: string;
            captions?: string | undefined;
          };
          de?: {
            url: string;
            title: string;
            text: string;
            captions?: string | undefined;
          };
          fr?: {
            url: string;
            title: string;
            text: string;
            captions?: string | undefined;
          };
        }
      | undefined;
    /** Behind the visit while the tour is in the room. Default: the exhibition's scene. */
    scene?:
      | 'artists-studio'
      | 'cathedral-nave'
      | 'gallery-hall'
      | 'ladys-bedroom'
      | 'library'
      | 'museum-interior'
      | 'observatory'
      | 'staircase'
      | 'venetian-room'
      | 'writers-desk'
      | undefined;
  }[];
  /** An answer may link to these hosts. */
  linkHosts: string[];
  introduction?:
    | {
        urls: {
          en?: string;
          de?: string;
          fr?: string;
        };
        transcripts: {
          en?: {
            seconds: number;
            text: string;
          }[];
          de?: {
            seconds: number;
            text: string;
          }[];
          fr?: {
            seconds: number;
            text: string;
          }[];
        };
        from: string;
        until: string;
        timeZone: string;
      }
    | undefined;
  /** Like the optional fields below, also absent in profiles from hosts of earlier releases. */
  practical?:
    | {
        hours?:
          | string
          | {
              en: string;
              de?: string | undefined;
              fr?: string | undefined;
            };
        price?:
          | string
          | {
              en: string;
              de?: string | undefined;
              fr?: string | undefined;
            };
        toilets?:
          | string
          | {
              en: string;
              de?: string | undefined;
              fr?: string | undefined;
            };
        food?:
          | string
          | {
              en: string;
              de?: string | undefined;
              fr?: string | undefined;
            };
        access?:
          | string
          | {
              en: string;
              de?: string | undefined;
              fr?: string | undefined;
            };
      }
    | undefined;
  objects?: NumberedObject[] | undefined;
  /** Visitors' languages for which the museum has an easy form. */
  easyLanguage?:
    | {
        en?: {
          greeting?: string | undefined;
          practical?:
            | {
                hours?: string;
                price?: string;
                toilets?: string;
                food?: string;
                access?: string;
              }
            | undefined;
          /** Default: the questions of the museum and its exhibitions. */
          quickQuestions?: [string, string, string] | undefined;
        };
        de?: {
          greeting?: string | undefined;
          practical?:
            | {
                hours?: string;
                price?: string;
                toilets?: string;
                food?: string;
                access?: string;
              }
            | undefined;
          /** Default: the questions of the museum and its exhibitions. */
          quickQuestions?: [string, string, string] | undefined;
        };
        fr?: {
          greeting?: string | undefined;
          practical?:
            | {
                hours?: string;
                price?: string;
                toilets?: string;
                food?: string;
                access?: string;
              }
            | undefined;
          /** Default: the questions of the museum and its exhibitions. */
          quickQuestions?: [string, string, string] | undefined;
        };
      }
    | undefined;
  pictures?: WorkPicture[] | undefined;
  /** The gateway sets the value: true if texts exist and the file does not have `false`. */
  showsTexts?: boolean | undefined;
};

export type MuseumResponse = {
  museum: Museum;
  profile: MuseumProfile;
};

/** Default: the visitor. */
export type MuteReason = 'visitor' | 'reading' | 'recording';

export type NumberedObject = {
  number: number;
  name: LocalizedText;
  document: string;
  paragraph: number;
  /** A recording that describes the view, and its words with their times (WebVTT). */
  audioDescription?:
    | {
        en?: {
          url: string;
          transcript: string;
        };
        de?: {
          url: string;
          transcript: string;
        };
        fr?: {
          url: string;
          transcript: string;
        };
      }
    | undefined;
  signLanguage?:
    | {
        en?: {
          url: string;
          title: string;
          text: string;
          captions?: string | undefined;
        };
        de?: {
          url: string;
          title: string;
          text: string;
          captions?: string | undefined;
        };
        fr?: {
          url: string;
          title: string;
          text: string;
          captions?: string | undefined;
        };
      }
    | undefined;
};

export type OpenResponse = {
  sealedAt: number;
  visit: Visit;
  minutes: number;
  turns: CarriedTurn[];
  room?: {
    index: number;
    count: number;
    name: string;
  };
  tour?: Tour;
};

/** The element must be empty and hidden. The host shows the element while it has content, and removes a filler that fails. */
export type OpenSlot = <Facts extends SlotFacts>(name: string, element: HTMLElement, facts: Facts) => OpenedSlot<Facts>;

export interface OpenedSlot<Facts extends SlotFacts> {
  /** Equal facts are rendered once, so any number of calls is cheap. */
  update(facts: Facts): void;
  close(): void;
}

/** ready: waits for the visitor · thinking: a turn was sent · reconnecting: a call is being restored · failed: visitors may send again. */
export type Phase = 'off' | 'connecting' | 'ready' | 'listening' | 'thinking' | 'speaking' | 'reconnecting' | 'failed';

export type PinnedRemote = {
  version: string;
  contract: string;
  shared: Record<string, string>;
  entry: string;
  initial: string[];
  /** Script or style → hash. The entry of a preset build contains the hashes of its chunks, so its set has only the files that a page
   * fetches. */
  integrity: Record<string, string>;
  /** Only of a build with the stock federation plugin, which the page loads by the ecosystem's own runtime. */
  container?: string | undefined;
  /** Also absent in sets from sites and hosts of before declarations. */
  declaration?: Declaration | undefined;
};

export type Play = {
  /** A sentence about behaviour, like a test's name. */
  name: string;
  steps: PlaySteps;
  /** The play runs for these museums. Default: every museum. */
  where?:
    | {
        entryScreen?: 'text-chat' | 'visit' | undefined;
        asks?: 'artistSelection' | 'consent' | 'expertise' | 'goals' | 'personality' | 'time' | 'voice' | undefined;
        hasSeveralExhibitions?: boolean | undefined;
      }
    | undefined;
  /** Default: a new visitor. */
  visitor?:
    | {
        language?: 'de' | 'en' | 'fr' | undefined;
        /** The museum's first exhibition is already chosen. */
        hasExhibition?: boolean | undefined;
        /** `all`: the first option of each question · `before`: the same for the questions before one question · otherwise these answers. */
        answers?:
          | 'all'
          | TailoringAnswers
          | {
              before: QuestionId;
            }
          | undefined;
        visitConfig?:
          | {
              inputMode?: 'audio' | 'text' | undefined;
              visitMode?: 'exploration' | 'guided' | undefined;
              talkingMode?: 'continuous' | 'push-to-talk' | undefined;
              isAudioMuted?: boolean | undefined;
            }
          | undefined;
      }
    | undefined;
  guide?: Record<string, string> | undefined;
};

export type PlayStep = PlaySteps[number];

export type PlaySteps = (
  | {
      key: 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'Enter' | 'Escape' | 'Space' | 'Tab';
      sees?: Seen[] | undefined;
      emits?:
        | {
            event: EventName;
            payload?: Record<string, unknown> | undefined;
          }[]
        | undefined;
      /** The page then shows one of these screens. */
      shows?: string[] | undefined;
    }
  | {
      press: {
        role:
          | 'alert'
          | 'button'
          | 'checkbox'
          | 'combobox'
          | 'dialog'
          | 'heading'
          | 'img'
          | 'link'
          | 'list'
          | 'log'
          | 'progressbar'
          | 'radio'
          | 'row'
          | 'status'
          | 'tab'
          | 'textbox';
        name: string;
        begins?: true | undefined;
      };
      sees?: Seen[] | undefined;
      emits?:
        | {
            event: EventName;
            payload?: Record<string, unknown> | undefined;
          }[]
        | undefined;
      /** The page then shows one of these screens. */
      shows?: string[] | undefined;
    }
  | {
      say: string;
      sees?: Seen[] | undefined;
      emits?:
        | {
            event: EventName;
            payload?: Record<string, unknown> | undefined;
          }[]
        | undefined;
      /** The page then shows one of these screens. */
      shows?: string[] | undefined;
    }
  | {
      sees?: Seen[] | undefined;
      emits?:
        | {
            event: EventName;
            payload?: Record<string, unknown> | undefined;
          }[]
        | undefined;
      shows?: string[] | undefined;
    }
  | {
      type: string;
      into: string;
      sees?: Seen[] | undefined;
      emits?:
        | {
            event: EventName;
            payload?: Record<string, unknown> | undefined;
          }[]
        | undefined;
      /** The page then shows one of these screens. */
      shows?: string[] | undefined;
    }
)[];

/** As a team writes plays: the type of an event's payload is that of the bus. */
export type Plays = readonly (Omit<Play, 'steps'> & { steps: Written<PlayStep>[] })[];

export type Pronunciation = {
  type: 'exact';
  key: string;
  value: string;
};

export type QuestionId = 'artistSelection' | 'consent' | 'expertise' | 'goals' | 'personality' | 'time' | 'voice';

export type QuestionsRequest = {
  visit: Visit;
  lines: string[];
  asked: string[];
};

export type RatingRequest = {
  visit: Visit;
  rating: 'helpful' | 'none' | 'not-helpful';
  /** The id of the answer's `done`. Absent: the whole visit. */
  messageId?: string;
};

/** A zustand vanilla store that others can read but not write. */
export interface ReadableStore<State> {
  getState(): State;
  subscribe(listener: (state: State, before: State) => void): () => void;
}

export type ReleaseSet = {
  /** `*` for the default set, for museums without pins of their own. */
  museumId: string;
  sequence: number;
  issuedAt: string;
  contract: string;
  remotes: Record<string, PinnedRemote>;
  expiresAt: string;
  /** The first 16 hex digits of the SHA-256 of the signing key's SPKI. */
  keyId: string;
  /** ES256 over the canonical bytes of all other fields: 64 bytes in base64url, in the canonical spelling. */
  signature: string;
  /** Absent in the set for everybody. Signed, so that no visitor sees a preview without its banner. */
  grants?: GrantedVersion[] | undefined;
  /** The next signing key. Pages that trust the signature trust this key from now on. */
  nextKey?: string | undefined;
};

export type ReplyEvent =
  | {
      kind: 'model' | 'quotation';
      type: 'generated';
      model?: string | undefined;
    }
  | {
      type: 'done';
      messageId: string;
    }
  | {
      type: 'error';
      code: GatewayErrorCode;
      message: string;
      retryAfterSeconds?: number | undefined;
    }
  | {
      type: 'room';
      room: Room;
    }
  | {
      type: 'source';
      source: Source;
    }
  | {
      type: 'text';
      delta: string;
    }
  | {
      type: 'tour';
      tour: Tour;
    };

export type ReplyPart = Exclude<ReplyEvent, { type: 'done' | 'error' }>;

export type ReportsRequest = {
  sequence: number;
  reports: {
    remote: string;
    version: string;
    /** `error`: the remote threw, and its screen stayed. */
    kind: 'error' | 'failed' | 'loaded' | 'render-error' | 'slow' | 'violation' | 'vitals';
    milliseconds?: number | undefined;
    vitals?: ScreenVitals | undefined;
    code?: string | undefined;
    stage?: 'effect' | 'handler' | 'load' | 'rejection' | 'render' | 'update' | undefined;
    /** The full name of a slot; absent for a screen. */
    slot?: string | undefined;
    frames?: Frame[] | undefined;
  }[];
};

export type Room = {
  index: number;
  count: number;
  name: string;
};

export type Scene =
  | 'artists-studio'
  | 'cathedral-nave'
  | 'gallery-hall'
  | 'ladys-bedroom'
  | 'library'
  | 'museum-interior'
  | 'observatory'
  | 'staircase'
  | 'venetian-room'
  | 'writers-desk';

/** A link that another screen declares. Its screen can be shown now. */
export interface ScreenLink {
  /** Unique in its place. */
  id: string;
  /** The screen or the host may have room for this place: `landing-card`, `visit-tab`, `end-card`, `menu`. */
  place: string;
  /** For `go`. */
  screen: string;
  /** In the visitor's language. */
  title: string;
  note?: string | undefined;
  icon?: string | undefined;
}

/**
 * The host loads the texts before it renders the screen. The module may run while another screen is shown, so effects belong in the
 * component.
 */
export interface ScreenModule {
  default: ComponentType<ScreenProps>;
  loadTexts(language: Language): Promise<{ default: Texts }>;
}

/** A remote that bundles another copy of shared-contracts still uses the page's only bus and session. */
export interface ScreenProps {
  museum: Museum;
  profile: MuseumProfile;
  exhibition?: Exhibition;
  session: VisitorSession;
  conversation: Conversation;
  api: GuideApi;
  bus: EventBus;
  i18n: I18n;
  clock: Clock;
  /** From the address; tailoring only. */
  question?: QuestionId;
  /** The address has `premium=true`; see `questionsFor`. */
  wantsPremium?: boolean;
  /** Links to the museum's other screens. Each change makes a new list. Absent in hosts before contract 1.7. */
  links?: readonly ScreenLink[];
  go(to: Destination): void;
  /** Opens a slot of the screen, by the name in its declaration. Absent in hosts before contract 1.8. */
  openSlot?: OpenSlot;
  /**
   * While a part (recording, reading aloud) is busy, the host does not replace or reload the screen, and a kiosk does not end the visit.
   * The screen chooses the names of its parts. Absent in hosts before contract 1.13.
   */
  setBusy?(part: string, isBusy: boolean): void;
}

export type ScreenVitals = {
  usableMs?: number | undefined;
  inpMs?: number | undefined;
  shift?: number | undefined;
  longTaskMs?: number | undefined;
};

export type SealResponse = {
  link: {
    text: string;
    turns: number;
  };
  /** For a code that a camera reads. */
  code: {
    text: string;
    turns: number;
  };
  /** In ms since the epoch. Until then, each seal opens the visit any number of times. */
  expiresAt: number;
};

export type Seen =
  | {
      field: string;
      holds: string;
    }
  | {
      role:
        | 'alert'
        | 'button'
        | 'checkbox'
        | 'combobox'
        | 'dialog'
        | 'heading'
        | 'img'
        | 'link'
        | 'list'
        | 'log'
        | 'progressbar'
        | 'radio'
        | 'row'
        | 'status'
        | 'tab'
        | 'textbox';
      name: string;
      begins?: true | undefined;
    }
  | {
      text: string;
    };

/** All but `isChoosingSettings` survives a reload. */
export interface SessionState {
  museumId?: EntityId | undefined;
  exhibitionId?: EntityId | undefined;
  answers: TailoringAnswers;
  language: Language;
  userChangedLanguage: boolean;
  visitConfig: VisitConfig;
  settings: Settings;
  /** The theme that `settings.theme` selects on this device. */
  themeMode: ThemeMode;
  /** The host's panel of the settings is open. */
  isChoosingSettings: boolean;
}

export type Settings = {
  /** In percent of the device's own size. */
  textSize: number;
  contrast: 'more' | 'standard';
  theme: 'dark' | 'device' | 'light';
  motion: 'device' | 'none';
  hasCaptions: boolean;
  /** In percent of the text around them. */
  captionSize: number;
  /** Language of captions. `voice`: the guide's language. */
  captionsIn: 'de' | 'en' | 'fr' | 'voice';
  isEasy: boolean;
  /** 1 is the voice's own rate. */
  speechRate: number;
  /** In percent. `isAudioMuted` mutes the guide. */
  volume: number;
  hasMusic: boolean;
  vibrates: boolean;
  isMono: boolean;
};

export type SharedKey =
  | 'shared:back'
  | 'shared:close'
  | 'shared:error.aborted'
  | 'shared:error.interrupted'
  | 'shared:error.malformed'
  | 'shared:error.network'
  | 'shared:error.refused'
  | 'shared:error.staff'
  | 'shared:error.timeout'
  | 'shared:error.unknown'
  | 'shared:error.wait'
  | 'shared:find.open'
  | 'shared:find.picture'
  | 'shared:find.question'
  | 'shared:find.source'
  | 'shared:language.de'
  | 'shared:language.en'
  | 'shared:language.fr'
  | 'shared:language.label'
  | 'shared:loading'
  | 'shared:next'
  | 'shared:play'
  | 'shared:retry'
  | 'shared:send'
  | 'shared:settings.open'
  | 'shared:stop'
  | 'shared:tryAgain';

export type Slot = {
  [key: string]: unknown;
  /** Other remotes name the slot `<screen>.<name>`. */
  name: string;
  text: Record<string, string>;
  props: string;
  /** `bytes`: the whole filler after Brotli, with the texts of one language. `ms`: time that rendering may block the page's thread. */
  budget: {
    bytes: number;
    ms: number;
  };
  /** Maximum height in rem. Higher content scrolls. */
  height: number;
};

export type SlotFacts = AnswerFacts | VisitEndFacts;

export type Source = {
  title: string;
  document: string;
  /** The paragraphs that the answer uses, from 1. Absent if the service does not name them. */
  paragraphs?: number[];
  isEasy?: true;
};

/**
 * Who turns the visitor's speech into words. site: the museum · browser: the browser's recogniser, which sends the sound to the browser's
 * vendor · none: the guide speaks, the visitor types.
 */
export type SpeechRecognitionSource = 'site' | 'browser' | 'none';

export type SpeechRequest = {
  visit: Visit;
  text: string;
};

export interface StartOptions {
  /** Time limit for connecting, in ms [10_000]. For voice alone. */
  limitMs?: number;
  /** Ends the voice conversation of another tab. */
  takesOver?: boolean;
  /** The visitor listens and types, and the browser requests no microphone. Default: the choice for the last call. */
  withoutMicrophone?: boolean;
}

export type TailoringAnswers = {
  consent?: string[];
  artistSelection?: string[];
  expertise?: string[];
  personality?: string[];
  time?: string[];
  goals?: string[];
  voice?: string[];
};

/** Keys may contain dots. Plural forms end in `_one` and `_other`. */
export type Texts = Record<string, string>;

export type Theme = {
  primaryColor: string;
  accentColor: string;
  secondaryColor: string;
  backgroundColor: string;
  textColor: string;
  fontFamily: string[];
  /** Scales the two largest sizes. */
  headerSize: number;
};

/** Positive is dark on light. */
export type ThemeMode = 'positive' | 'negative';

export type Tour = {
  phase: 'before' | 'over' | 'under-way';
  /** From 1. */
  room: number;
  rooms: number;
  /** From 1 in this room; 0 before its first stop. */
  stop: number;
  stops: number;
  /** Length of the plan's rest, this answer included. */
  leftSeconds: number;
  /** Another transport or device continues the tour with the mark. Pages copy the mark unread to the head of a summary, `[tour MARK]`. */
  mark: string;
  /** The tour step of the visitor's message. Absent for a question; the end of the visit counts questions. */
  action?: 'again' | 'back' | 'begin' | 'end' | 'next' | 'no' | 'skip' | 'stay' | 'stop' | 'yes';
  /** The open question, even if this answer does not repeat it. The visitor answers with the words for `yes` and `no`. */
  asks?: 'begin' | 'more' | 'next-room' | 'next-stop';
};

export type TourPlanResponse = {
  /** In order, each with its number of stops. Empty if there is no tour. */
  rooms: {
    name: string;
    stops: number;
  }[];
  minutes: number;
  /** The plan takes the chosen minutes, up to 15 % more or less. */
  fills: boolean;
  /** The visitor's choice. Absent if the museum does not ask. */
  chosenMinutes?: number | undefined;
};

export interface Translate<Key extends string> {
  (key: Parameters<TranslateKeys<Key>>[0]): string;
  (key: Parameters<TranslateKeys<Key>>[0], values: Record<string, string | number>): string;
}

/** `values` fill the placeholders. `count` picks the plural form. */
export type TranslateKeys<Key extends string = never> = (key: Key | SharedKey, values?: Record<string, string | number>) => string;

export type TranslationsRequest = {
  museumId: string;
  from: Language;
  to: Language;
  lines: string[];
};

export type TransportKind = 'text' | 'voice';

/** A question and its answer, as they are stored. Views derive their lines from turns. */
export interface Turn {
  /** The counter's number when the turn began. An opening has the number of the turn before it. */
  id: number;
  /** Undefined in an opening, and in a spoken turn before its first words are recognised. */
  question?: string;
  /** The guide's words so far: Markdown if `isMarkdown`. Never empty. */
  answer?: string;
  isMarkdown?: boolean;
  /** The guide said the words when a transport connected: the welcome, or `back` after the welcome. */
  opening?: 'welcome' | 'back';
  sources: readonly Source[];
  state: 'arriving' | 'complete' | 'broken';
  language?: Language;
  /** The id of the visitor's message, for Retry. */
  clientMessageId?: string;
  generated?: Generated;
  /** The visitor's message was a step of the tour, not a question. */
  isStep?: true;
  /** The id of a complete answer. Only answers of a chat have an id. */
  messageId?: string;
}

export type Visit = {
  museumId: string;
  exhibitionId: string;
  language: Language;
  visitMode: 'exploration' | 'guided';
  answers: TailoringAnswers;
  /** The visitor wants the museum's easy language. Also absent in visits of older screens. */
  isEasy?: true;
};

export type VisitConfig = {
  inputMode: 'audio' | 'text';
  visitMode: 'exploration' | 'guided';
  talkingMode: 'continuous' | 'push-to-talk';
  isAudioMuted: boolean;
};

export interface VisitEndFacts {
  museum: Museum;
  minutes: number;
  /** Only of a guided tour. */
  rooms?: { seen: readonly string[]; total: number } | undefined;
}

/** The only writer of the three cookies and the stored values. A value that cannot be stored lasts as long as the page. */
export interface VisitorSession {
  readonly store: ReadableStore<SessionState>;
  /** Another museum drops the stored exhibition and answers. */
  arrive(museumId: EntityId, exhibitionId?: EntityId): void;
  chooseExhibition(exhibitionId: EntityId): void;
  /** `chosen` must fit the offered questions. An empty choice removes the answer. */
  answer(questionId: QuestionId, chosen: readonly string[]): void;
  /** Drops answers that the museum no longer offers. */
  keepAnswers(answers: TailoringAnswers): void;
  /** `byVisitor` marks the choice as the visitor's own, which no museum's default overrides. */
  setLanguage(language: Language, byVisitor: boolean): void;
  configure(change: Partial<VisitConfig>): void;
  /** Ignores values that are out of range. */
  changeSettings(change: Partial<Settings>): void;
  /** Opens and closes the panel of the settings. */
  chooseSettings(isOpen: boolean): void;
  /** Ends the visit and deletes its stored values. Choices such as language and theme stay. */
  forget(): void;
  dispose(): void;
}

export type Voice = {
  voiceId: string;
  uiStringID: string;
  /** The voice's own name, the same in every language. */
  label: string;
  voicePreviewUrl: string;
  stability: number;
};

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

export type WelcomeRequest = {
  visit: Visit;
};

export type WithoutPlural<Key> = Key extends `${infer Stem}_${'one' | 'other'}` ? Stem : Key;

export type WorkPicture = {
  url: string;
  name: LocalizedText;
  /** Alternative text for visitors who do not see the picture. */
  alternative: LocalizedText;
  /** Texts about the work. Paragraphs start at 1; without paragraphs, the whole document. */
  passages: {
    document: string;
    paragraphs?: number[] | undefined;
  }[];
};

export type Written<Step> = Step extends unknown ? Omit<Step, 'emits'> & { emits?: Emitted[] } : never;
