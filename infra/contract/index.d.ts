import type { ComponentType } from 'react';

/** What the remote in a place below an answer is given: what is spoken of, and nothing that was said. */
export interface AnswerFacts {
  museum: Museum;
  exhibition?: Exhibition | undefined;
  /** The room that the guide named last, or else the exhibition's name. */
  title: string;
  /** Counts from 1; in a guided tour that has begun. */
  room?: { number: number; count: number } | undefined;
  /** The guide is being heard. */
  isSpeaking: boolean;
}

export type CarriedTurn = {
  id: number;
  sources: {
    title: string;
    document: string;
    /** Of the document, from 1: what the answer is taken from. Absent where the service does not say. */
    paragraphs?: number[];
    /** They are quoted in the museum's easy language. */
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
  /** So far. */
  minutes: number;
  turns: CarriedTurn[];
  room?: {
    index: number;
    count: number;
    name: string;
  };
  tour?: Tour;
};

/** What arrives while an answer streams; `done` comes last, once. A failure rejects the call instead. */
export type ChatEvent = ReplyPart;

export type ChatRequest = {
  visit: Visit;
  /** The same id again gets the same answer and costs one upstream call. */
  clientMessageId: string;
  text: string;
  /** What was said in a call before, which this chat knows nothing of. */
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

/** Time as a dependency, so that tests can control it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls once after `delayMs`; the returned function cancels. */
  after(delayMs: number, call: () => void): () => void;
}

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
 * The visit's one conversation, whatever carries it. It owns the turns and their counter;
 * transports are replaceable in the middle of a visit and own neither.
 */
export interface Conversation {
  readonly store: ReadableStore<ConversationState>;
  /** Loudness of both sides, about ten times a second while a call runs; apart from the store, which would redraw a screen each time. */
  readonly levels: ReadableStore<Levels>;
  /** What can be known of the voice without asking the visitor for anything. Never rejects. */
  checkVoice(): Promise<VoiceReadiness>;
  /**
   * Begins, or changes the transport of a running conversation. A second call for the same transport does nothing.
   * Voice asks for the microphone: call it after saying what for.
   */
  start(transport: TransportKind, options?: StartOptions): void;
  /** Sends the visitor's words; false when nothing was sent (empty, too long, or an answer is still on its way). */
  send(text: string): boolean;
  /**
   * Sends the last message once more under the same id, when its answer failed, broke off or was left behind by a
   * reload; its answer replaces what had arrived.
   */
  retry(): boolean;
  /** Ends the answer that is arriving; what has arrived stays. */
  interrupt(): void;
  /** Ends the transport. Turns and counter remain for the visit. */
  stop(reason: string): void;
  /** Ends and forgets everything: another museum or exhibition. */
  reset(): void;
  /**
   * Push-to-talk: the microphone opens and the guide falls silent until `release`. False when there is nothing to
   * hold: no call, continuous talk, or no speech recognition.
   */
  hold(): boolean;
  /** Whatever ended the holding. A second call does nothing. */
  release(): void;
  /** Continuous talk: closes and opens the microphone. */
  setMicrophoneMuted(isMuted: boolean): void;
  /** Follows the visitor's configuration, in a running call too. */
  setTalkingMode(mode: VisitConfig['talkingMode']): void;
  /**
   * The guide is heard when nothing mutes it: not the visitor's choice (`isAudioMuted`), not an answer that is read again,
   * not a recording. Each is set alone, with or without a call. Holding the button mutes the guide beside them.
   */
  setGuideMuted(isMuted: boolean, by?: MuteReason): void;
  /** After the browser refused to play the guide: call it from a tap. */
  resumePlayback(): void;
}

export interface ConversationFailure extends Failure {
  /** The message that found no answer; `retry` sends it again with the same id. */
  clientMessageId?: string;
}

export interface ConversationState {
  phase: Phase;
  /** Raised by every message of the visitor, typed or spoken, and never reused in a visit; 0 before the first. */
  turn: number;
  /** In the order they began. */
  turns: readonly Turn[];
  transport: TransportKind | undefined;
  room: Room | undefined;
  /** What the last answer said of the guided tour. */
  tour: Tour | undefined;
  failure: ConversationFailure | undefined;
  /** How far the guide's voice has come in a turn: words of its lines already said aloud. Undefined in text. */
  spoken: { turn: number; words: number } | undefined;
  /** Undefined unless the transport is voice, or voice was the last one and failed. */
  voice: VoiceState | undefined;
}

export type Declaration = {
  [key: string]: unknown;
  /** What operators and error messages call it. */
  title: Record<string, string>;
  /** Paths it is shown at; links lead to the first. None of a remote that only fills places of other screens. */
  routes: string[];
  /** What has to be known before it is shown: `museum`, `exhibition`, `answers` (no question is open). */
  needs: string[];
  /** `operators`: it belongs to no museum and to no visit. Absent: visitors. */
  audience?: string | undefined;
  /** Which of them becomes known there: visitors who lack it are led to it. */
  provides?: string | undefined;
  /** `voice`, `text`: where visitors talk with the guide, which is what a visit comes to. */
  conversation?: string | undefined;
  /** Remotes that are made ready while it is idle, the nearest first. */
  leadsTo?: string[] | undefined;
  entries?:
    | {
        [key: string]: unknown;
        /** No two of one place have the same. */
        id: string;
        /** `landing-card`, `visit-tab`, `end-card` or `menu`. */
        place: string;
        title: Record<string, string>;
        /** A second, smaller line, where there is room. */
        note?: Record<string, string> | undefined;
        /** One of the shared icons; for any other an arrow is shown. */
        icon?: string | undefined;
      }[]
    | undefined;
  fills?: Fill[] | undefined;
};

export interface Destination {
  /**
   * The name of a remote; where the museum has no such screen the visitor comes to where arriving leads. `end`: what was heard
   * and asked, saving it, carrying it on elsewhere, and forgetting it. The host draws it.
   */
  screen: string;
  /** Of a screen that asks questions. */
  question?: QuestionId;
  /** Replaces the history entry instead of adding one. */
  replace?: boolean;
}

/** An event that a step leads to, with what of its payload is to be looked at. */
export type Emitted = { [Name in EventName]: { event: Name; payload?: Partial<EventPayload<Name>> } }[EventName];

export type EntityId = string;

export interface EventBus {
  /** Calls every listener, in the order they were added. A listener that throws is reported and does not stop the others. */
  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void;
  /** @deprecated The name of `emit` up to contract 1.3, for screens that were released with it. */
  tell<Name extends EventName>(name: Name, payload: EventPayload<Name>): void;
  /** Listens until the returned function is called or `signal` aborts. */
  on<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void, signal?: AbortSignal): () => void;
}

export type EventName = keyof Events;

export type EventPayload<Name extends EventName> = Events[Name];

/** Event → payload. */
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
  /** What the view chooses its words by. */
  category: FailureCategory;
  retryAfterSeconds?: number;
}

/**
 * network, timeout, refused, interrupted, malformed: of any transport.
 * microphone-*: denied by the visitor or the system, the prompt closed without an answer, none there, used by
 * another program · insecure: no microphone without HTTPS · unsupported: this
 * browser cannot · other-tab: another tab has the voice · ended: the museum's side ended the call.
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
  /** The screen's name and the place's, as `visit.below-answer`. */
  slot: string;
  /** What it is given there, by the name of its contract. */
  props: string;
  /** In a page, of the place: how long drawing may keep the thread, in ms, and how high it may be, in rem. */
  ms?: number | undefined;
  height?: number | undefined;
};

/**
 * What a remote exposes as `./screen` that fills places of other screens: a component for each, by the place's full name, which
 * is given `FillerProps`. With a screen as default export it is a screen, too.
 */
export interface FillerModule extends Pick<ScreenModule, 'loadTexts'> {
  fillers: Readonly<Record<string, ComponentType<never>>>;
}

/** What a component that fills a place is given, beside what the place is about. */
export type FillerProps<Facts extends SlotFacts> = Facts & {
  language: Language;
  /** With the remote's own words under its name, as in a screen. */
  i18n: I18n;
  /** To a screen, by its remote's name. */
  go(to: { screen: string }): void;
};

/** What a first paint is drawn with when a remote is built: everything of a page that no museum and no visitor changes. */
export interface FirstPaintProps {
  /** Holds the remote's texts. */
  i18n: I18n;
  language: Language;
  /** Of a visitor who has done nothing yet. */
  session: VisitorSession;
  /** One of those that `first-paint.tsx` exports as `variants`; the gateway picks it. */
  variant: string;
}

export type FoundPassages = {
  /** Of the texts: English where the museum has none in the visitor's. */
  language: Language;
  passages: {
    document: string;
    title: string;
    /** From 1. */
    paragraph: number;
    /** The sentences that fit, in pieces: every second one is what was searched for. */
    excerpt: string[];
  }[];
};

export type Frame = {
  /** By its address in this site, also where it came from a CDN. */
  file: string;
  /** Both from 1. */
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

/**
 * The gateway as the browser sees it. Every call validates what comes back, ends with its signal or its
 * own time limit, and rejects with an `ApiError` (see api-error.ts); nothing is shown, nothing navigates.
 */
export interface GuideApi {
  loadMuseum(museumId: EntityId, signal?: AbortSignal): Promise<MuseumResponse>;
  /** The code on the wall, in any case. */
  findMuseum(code: string, signal?: AbortSignal): Promise<EntityId>;
  loadExhibition(museumId: EntityId, exhibitionId: EntityId, signal?: AbortSignal): Promise<Exhibition>;
  /** Paragraphs of the museum's texts in which the words stand. */
  findPassages(museumId: EntityId, search: string, language: Language, signal?: AbortSignal): Promise<FoundPassages>;
  loadDocument(
    museumId: EntityId,
    source: Pick<Source, 'document' | 'isEasy'>,
    language: Language,
    signal?: AbortSignal,
  ): Promise<MuseumDocument>;
  loadReleaseSet(museumId: EntityId, signal?: AbortSignal): Promise<ReleaseSet>;
  /** Fire and forget in spirit: callers log a failure and go on. */
  pingKnowledgeBase(museumId: EntityId, signal?: AbortSignal): Promise<void>;
  /** Streams the answer to `onEvent` and resolves with the whole of it. */
  chat(request: ChatRequest, onEvent: (event: ChatEvent) => void, signal?: AbortSignal): Promise<ChatResponse>;
  /** The exhibition's own first words. */
  welcome(request: WelcomeRequest, signal?: AbortSignal): Promise<string>;
  /** What the start of a guided tour says of it. */
  planTour(request: WelcomeRequest, signal?: AbortSignal): Promise<TourPlanResponse>;
  rate(request: RatingRequest, signal?: AbortSignal): Promise<void>;
  /** The visit as a link that opens it on another device. */
  sealVisit(request: CarriedVisit, signal?: AbortSignal): Promise<SealResponse>;
  openVisit(seal: string, signal?: AbortSignal): Promise<OpenResponse>;
  /** Forgets what the site has of the visit, its cookie too. */
  forgetVisit(museumId: EntityId, signal?: AbortSignal): Promise<void>;
  /** Words of a WAVE recording; empty when there are none. Up to a minute of sound may take its time on a slow line. */
  transcribe(recording: Blob, language: Language, signal?: AbortSignal): Promise<string>;
  /** One text as sound, encoded as the browser can decode it. */
  speak(voiceId: string, request: SpeechRequest, signal?: AbortSignal): Promise<ArrayBuffer>;
  /** Whether this site can be reached at all. Rejects when it cannot. */
  checkConnection(signal?: AbortSignal): Promise<void>;
  /** Three questions, or none. */
  generateQuestions(request: QuestionsRequest, signal?: AbortSignal): Promise<string[]>;
  /** Lines of the guide's in another language, each null where it cannot be said there. */
  translate(request: TranslationsRequest, signal?: AbortSignal): Promise<(string | null)[]>;
  report(request: ReportsRequest): Promise<void>;
}

/** The page's translator. */
export interface I18n {
  readonly language: string;
  /** The text of a key with its namespace, as `whatson:title`. */
  t(key: string): string;
  t(key: string, values: Record<string, string | number>): string;
  /** Returns a function for the texts of one namespace, by the keys of `texts/en.json`. */
  getFixedT<Key extends string = string>(language: string, namespace: string): Translate<Key>;
  on(event: 'languageChanged' | 'added', listener: () => void): void;
  off(event: 'languageChanged' | 'added', listener: () => void): void;
  addResourceBundle(language: string, namespace: string, texts: Record<string, string>): unknown;
  hasResourceBundle(language: string, namespace: string): boolean;
}

/** The keys by which `Texts` are asked for: both forms of a plural have one. */
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

/**
 * What a remote built for contract 2 exposes as `./screen`, in place of a component: so it may be drawn by whatever it
 * brings along. Texts are loaded and registered as those of contract 1.
 */
export interface MountModule {
  /**
   * Draws the screen into an empty element of the page, and has drawn it when it returns: the host restores what was typed
   * and focused in the version before. What it throws counts as `onError` does.
   */
  mount(element: HTMLElement, props: MountProps): MountedScreen;
  loadTexts(language: Language): Promise<{ default: Texts }>;
}

/** What a screen of contract 2 receives. */
export interface MountProps extends ScreenProps {
  /** The screen cannot go on: the host takes it away, shows what it shows in place of a component that threw, and reports it. */
  onError(error: unknown): void;
}

/** A screen of contract 2 in the page. */
export interface MountedScreen {
  /** Draws it with other props, as `mount` does. */
  update(props: MountProps): void;
  /** Ends all it began and empties the element. Called once, after which neither is called. */
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
  /** Offered questions; asked in the order of `questionIds`. */
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
  /** Whether `premium=true` in the address counts here. */
  allowsPremium: boolean;
  exhibitions: Record<
    string,
    {
      scene: Scene;
      /** The exhibition's name where it differs by language; else the middleware's. */
      name?:
        | string
        | {
            en: string;
            de?: string | undefined;
            fr?: string | undefined;
          }
        | undefined;
      /** Silence where there is none. */
      music?: 'ladys-bedroom' | 'library' | 'museum-interior' | 'staircase' | 'venetian-room' | undefined;
      /** In place of the museum's. */
      quickQuestions?: [LocalizedText, LocalizedText, LocalizedText] | undefined;
      /** A recording that tells what there is to be seen, and its words with their times (WebVTT). */
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
      /** A video in sign language, what it is called, and the same in words. */
      signLanguage?:
        | {
            en?: {
              url: string;
              title: string;
              text: string;
              /** Of its sound, where it has any (WebVTT). */
              captions?: string | undefined;
            };
            de?: {
              url: string;
              title: string;
              text: string;
              /** Of its sound, where it has any (WebVTT). */
              captions?: string | undefined;
            };
            fr?: {
              url: string;
              title: string;
              text: string;
              /** Of its sound, where it has any (WebVTT). */
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
    /** A recording that tells what there is to be seen, and its words with their times (WebVTT). */
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
    /** A video in sign language, what it is called, and the same in words. */
    signLanguage?:
      | {
          en?: {
            url: string;
            title: string;
            text: string;
            /** Of its sound, where it has any (WebVTT). */
            captions?: string | undefined;
          };
          de?: {
            url: string;
            title: string;
            text: string;
            /** Of its sound, where it has any (WebVTT). */
            captions?: string | undefined;
          };
          fr?: {
            url: string;
            title: string;
            text: string;
            /** Of its sound, where it has any (WebVTT). */
            captions?: string | undefined;
          };
        }
      | undefined;
    /** Behind the visit while the tour is there; the exhibition's where there is none. */
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
  /** Hosts an answer may link to. */
  linkHosts: string[];
  introduction?:
    | {
        urls: {
          en?: string;
          de?: string;
          fr?: string;
        };
        /** What each recording says, in the order it says it. */
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
  /** Absent in profiles of hosts of earlier releases, too. */
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
  /** Absent as `practical`. */
  objects?: NumberedObject[] | undefined;
  /** The languages of visitors that the museum has an easy form of. Absent as `practical`. */
  easyLanguage?:
    | {
        en?: {
          /** The guide's first words. */
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
          /** In place of the museum's and of its exhibitions'. */
          quickQuestions?: [string, string, string] | undefined;
        };
        de?: {
          /** The guide's first words. */
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
          /** In place of the museum's and of its exhibitions'. */
          quickQuestions?: [string, string, string] | undefined;
        };
        fr?: {
          /** The guide's first words. */
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
          /** In place of the museum's and of its exhibitions'. */
          quickQuestions?: [string, string, string] | undefined;
        };
      }
    | undefined;
  /** Absent as `practical`. */
  pictures?: WorkPicture[] | undefined;
  /** Whether visitors may search and read the museum's texts: said by the gateway, where there are some and the file does not say `false`. */
  showsTexts?: boolean | undefined;
};

export type MuseumResponse = {
  museum: Museum;
  profile: MuseumProfile;
};

/** What mutes the guide; the visitor unless it is said. */
export type MuteReason = 'visitor' | 'reading' | 'recording';

export type NumberedObject = {
  number: number;
  name: LocalizedText;
  document: string;
  /** From 1. */
  paragraph: number;
  /** A recording that tells what there is to be seen, and its words with their times (WebVTT). */
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
  /** A video in sign language, what it is called, and the same in words. */
  signLanguage?:
    | {
        en?: {
          url: string;
          title: string;
          text: string;
          /** Of its sound, where it has any (WebVTT). */
          captions?: string | undefined;
        };
        de?: {
          url: string;
          title: string;
          text: string;
          /** Of its sound, where it has any (WebVTT). */
          captions?: string | undefined;
        };
        fr?: {
          url: string;
          title: string;
          text: string;
          /** Of its sound, where it has any (WebVTT). */
          captions?: string | undefined;
        };
      }
    | undefined;
};

export type OpenResponse = {
  sealedAt: number;
  visit: Visit;
  /** So far. */
  minutes: number;
  turns: CarriedTurn[];
  room?: {
    index: number;
    count: number;
    name: string;
  };
  tour?: Tour;
};

/**
 * Gives an empty element of the page, which is hidden, to the remote that fills the place of that name. Once there is
 * something in it, and only then, it is shown. What fails in it is taken away again.
 */
export type OpenSlot = <Facts extends SlotFacts>(name: string, element: HTMLElement, facts: Facts) => OpenedSlot<Facts>;

/** A place of a screen that is in the page. */
export interface OpenedSlot<Facts extends SlotFacts> {
  /** As often as it may be called: what is the same is drawn once. */
  update(facts: Facts): void;
  close(): void;
}

/**
 * off: nothing started · connecting · ready: waiting for the visitor · listening: the visitor is speaking ·
 * thinking: a turn was sent · speaking: the answer is arriving · reconnecting: a call's connection is lost and
 * being restored · failed: the turn or the connection broke, `failure` says why; sending again is allowed.
 */
export type Phase = 'off' | 'connecting' | 'ready' | 'listening' | 'thinking' | 'speaking' | 'reconnecting' | 'failed';

export type PinnedRemote = {
  version: string;
  /** Range of contract versions the remote was built for. */
  contract: string;
  /** Shared packages and the ranges it accepts. */
  shared: Record<string, string>;
  entry: string;
  /** Scripts and styles of the first view, for preloading. */
  initial: string[];
  /** Script or style → its hash: every one the remote can load, or, of a build of the preset, the ones a page fetches
   * itself. The entry of such a build holds the hashes of all that it loads. */
  integrity: Record<string, string>;
  /** Name of its container, for a build of the stock federation plugin: the page loads it by the ecosystem's own runtime.
   * Absent in builds of the preset, which need none. */
  container?: string | undefined;
  /** Absent in sets of sites, and for hosts, from before screens declared themselves. */
  declaration?: Declaration | undefined;
};

export type Play = {
  /** A sentence about behaviour, as a test's. */
  name: string;
  steps: PlaySteps;
  /** Of which museums it is true; left out: of every one. */
  where?:
    | {
        entryScreen?: 'text-chat' | 'visit' | undefined;
        asks?: 'artistSelection' | 'consent' | 'expertise' | 'goals' | 'personality' | 'time' | 'voice' | undefined;
        hasSeveralExhibitions?: boolean | undefined;
      }
    | undefined;
  /** Who comes: nobody who was here before, unless this says so. */
  visitor?:
    | {
        language?: 'de' | 'en' | 'fr' | undefined;
        /** The museum's first exhibition is chosen already. */
        hasExhibition?: boolean | undefined;
        /** What was answered already: everything (the first option of each question), everything before that question, or this. */
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
  /** Question → what the guide answers. */
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
      /** One of these screens is shown then. */
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
      /** One of these screens is shown then. */
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
      /** One of these screens is shown then. */
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
      /** One of these screens is shown then. */
      shows?: string[] | undefined;
    }
)[];

/** A remote's plays, as its team writes them: an event's payload is checked against what the bus carries. */
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
  /** As the answer's `done` told it. Absent: the whole visit. */
  messageId?: string;
};

/** A store to read and subscribe to, but not to write: a zustand vanilla store as others see it. */
export interface ReadableStore<State> {
  getState(): State;
  /** The returned function unsubscribes. */
  subscribe(listener: (state: State, before: State) => void): () => void;
}

export type ReleaseSet = {
  /** `*` for the default set, which a museum without pins of its own gets. */
  museumId: string;
  sequence: number;
  issuedAt: string;
  contract: string;
  remotes: Record<string, PinnedRemote>;
  expiresAt: string;
  /** The first 16 hex digits of the SHA-256 of the signing key's SPKI. */
  keyId: string;
  /** ES256 over the canonical bytes of everything else: 64 bytes in base64url, spelled in the one way there is. */
  signature: string;
  /** Absent in what everybody gets. Signed with the rest, so that nobody is shown a preview without being told. */
  grants?: GrantedVersion[] | undefined;
  /** The key that will sign after this one: who trusts the signature trusts it from now on. */
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

/** What a reply is made of. */
export type ReplyPart = Exclude<ReplyEvent, { type: 'done' | 'error' }>;

export type ReportsRequest = {
  sequence: number;
  reports: {
    remote: string;
    version: string;
    /** `error`: it threw, and its screen stayed. */
    kind: 'error' | 'failed' | 'loaded' | 'render-error' | 'slow' | 'violation' | 'vitals';
    milliseconds?: number | undefined;
    vitals?: ScreenVitals | undefined;
    /** One of the host's own words for it. */
    code?: string | undefined;
    stage?: 'effect' | 'handler' | 'load' | 'rejection' | 'render' | 'update' | undefined;
    /** The place of a screen in which it was, by its full name; absent where it was a screen. */
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

/** A way to another screen, declared by that one; it may be shown now. */
export interface ScreenLink {
  /** Of its place. */
  id: string;
  /** For which the screen that is shown, or the host, may have room: `landing-card`, `visit-tab`, `end-card`, `menu`. */
  place: string;
  /** For `go`. */
  screen: string;
  /** In the visitor's language. */
  title: string;
  note?: string | undefined;
  icon?: string | undefined;
}

/**
 * What a remote exposes as `./screen`. The host loads the texts of the visitor's language beside the
 * module and registers them under the remote's name before it draws the screen, and again before it
 * switches languages: a screen never waits for its own words. The module may run while the screen before it is still
 * shown: what it does beyond defining the screen belongs into the component.
 */
export interface ScreenModule {
  default: ComponentType<ScreenProps>;
  loadTexts(language: Language): Promise<{ default: Texts }>;
}

/**
 * Everything a screen receives. Made once per page by the host: a remote that bundles another copy of
 * shared-contracts still speaks on the one bus and writes to the one session.
 */
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
  /** `premium=true` stood in the address; see `questionsFor`. */
  wantsPremium?: boolean;
  /** To the museum's other screens; a new list whenever one comes or goes. Hosts before contract 1.7 give none. */
  links?: readonly ScreenLink[];
  go(to: Destination): void;
  /** Opens a place of the screen, by the name in its declaration, for what another remote brings. Hosts before contract 1.8 have none. */
  openSlot?: OpenSlot;
  /**
   * Says that a part of the screen would lose something with the screen: a recording, or what is being read aloud. Until every part
   * has said that it is busy no more, or the screen is removed, the host does not replace the screen, load the page again or take a
   * kiosk's visitor for gone. The screen chooses the names of its parts. Hosts before contract 1.13 have none.
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
  /** For a link that is sent. */
  link: {
    text: string;
    turns: number;
  };
  /** For a code that a camera can read. */
  code: {
    text: string;
    turns: number;
  };
  /** In ms since the epoch; both open as often as wanted until then. */
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

/** What is known of this visitor. All but `isChoosingSettings` survives a reload. */
export interface SessionState {
  museumId?: EntityId | undefined;
  exhibitionId?: EntityId | undefined;
  answers: TailoringAnswers;
  language: Language;
  userChangedLanguage: boolean;
  visitConfig: VisitConfig;
  settings: Settings;
  /** What `settings.theme` comes to on this device. */
  themeMode: ThemeMode;
  /** The panel of the settings, which the host draws, is open. */
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
  /** Another language than the guide speaks; `voice` the same. */
  captionsIn: 'de' | 'en' | 'fr' | 'voice';
  /** The museum's easy language, where it has one. */
  isEasy: boolean;
  /** 1 is the voice's own rate. */
  speechRate: number;
  /** In percent. What silences the guide is `isAudioMuted`. */
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
  /** After the screen's name and a dot others call it so. */
  name: string;
  /** What the place is, in a sentence. */
  text: Record<string, string>;
  /** What is given to who fills it: one of `slotProps`. */
  props: string;
  /** Of the whole filler: bytes after Brotli, the texts of one language among them; ms for which drawing it may keep the page's thread. */
  budget: {
    bytes: number;
    ms: number;
  };
  /** How high it may be, in rem: what is higher scrolls. */
  height: number;
};

export type SlotFacts = AnswerFacts | VisitEndFacts;

export type Source = {
  title: string;
  document: string;
  /** Of the document, from 1: what the answer is taken from. Absent where the service does not say. */
  paragraphs?: number[];
  /** They are quoted in the museum's easy language. */
  isEasy?: true;
};

/**
 * Who turns the visitor's speech into words. site: the museum's side · browser: the browser's own recogniser, which
 * sends the sound to the browser's maker · none: no recognition; the guide speaks, the visitor types.
 */
export type SpeechRecognitionSource = 'site' | 'browser' | 'none';

export type SpeechRequest = {
  visit: Visit;
  text: string;
};

export interface StartOptions {
  /** How long connecting may take, in ms; 10 s unless a visitor chose to wait longer. Voice only. */
  limitMs?: number;
  /** Ends the voice conversation of another tab. */
  takesOver?: boolean;
  /** The visitor listens and types: no microphone is asked for. Without it as it was chosen for the call before. */
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

/** Key → text; keys may contain dots, plural forms end in `_one` and `_other`. */
export type Texts = Record<string, string>;

export type Theme = {
  primaryColor: string;
  accentColor: string;
  secondaryColor: string;
  backgroundColor: string;
  textColor: string;
  fontFamily: string[];
  /** Scales the two largest sizes; 1 is the default. */
  headerSize: number;
};

/** Positive is dark on light. */
export type ThemeMode = 'positive' | 'negative';

export type Tour = {
  phase: 'before' | 'over' | 'under-way';
  /** From 1. */
  room: number;
  rooms: number;
  /** Of this room, from 1; 0 before its first stop. */
  stop: number;
  stops: number;
  /** What the rest of the plan takes from the beginning of this answer on. */
  leftSeconds: number;
  /** Carried unread at the head of a summary, `[tour MARK]`: with it another transport or device continues the tour. */
  mark: string;
  /** The visitor's message was this step of the tour; absent for a question, which counts as one at the end of the visit. */
  action?: 'again' | 'back' | 'begin' | 'end' | 'next' | 'no' | 'skip' | 'stay' | 'stop' | 'yes';
  /** The question that stands, also where this answer does not repeat it; the visitor answers it with the words for `yes` and `no`. */
  asks?: 'begin' | 'more' | 'next-room' | 'next-stop';
};

export type TourPlanResponse = {
  /** In order, each with its number of stops. None: there is no tour. */
  rooms: {
    name: string;
    stops: number;
  }[];
  /** The whole tour takes. */
  minutes: number;
  /** The plan takes the chosen minutes, up to 15 % more or less. */
  fills: boolean;
  /** What the visitor chose; absent where the museum does not ask. */
  chosenMinutes?: number | undefined;
};

/** As `TranslateKeys`. */
export interface Translate<Key extends string> {
  (key: Parameters<TranslateKeys<Key>>[0]): string;
  (key: Parameters<TranslateKeys<Key>>[0], values: Record<string, string | number>): string;
}

/** The text of a key, or of a shared key, with `values` in its placeholders; `count` picks the plural form. */
export type TranslateKeys<Key extends string = never> = (key: Key | SharedKey, values?: Record<string, string | number>) => string;

export type TranslationsRequest = {
  museumId: string;
  from: Language;
  to: Language;
  lines: string[];
};

export type TransportKind = 'text' | 'voice';

/** A question and its answer, as they are stored. Views derive from turns what they show. */
export interface Turn {
  /** The counter's number when the turn began. An opening has the number of the turn before it. */
  id: number;
  /** The visitor's words. Undefined in an opening, and in a spoken turn until its first words are understood. */
  question?: string;
  /** The guide's words so far, as they arrived: Markdown if `isMarkdown`. Never empty. */
  answer?: string;
  isMarkdown?: boolean;
  /** The guide was ordered to say these words when a transport connected: the welcome, or `back` after the welcome. */
  opening?: 'welcome' | 'back';
  sources: readonly Source[];
  state: 'arriving' | 'complete' | 'broken';
  /** The conversation's language when the turn began. */
  language?: Language;
  /** The visitor's message this turn answers, for Retry. */
  clientMessageId?: string;
  /** How the guide's words were made. */
  generated?: Generated;
  /** The visitor's message was a step of the tour, no question. */
  isStep?: true;
  /** The answer's own id, once it is complete. Only a chat's answers have one. */
  messageId?: string;
}

export type Visit = {
  museumId: string;
  exhibitionId: string;
  language: Language;
  visitMode: 'exploration' | 'guided';
  answers: TailoringAnswers;
  /** The visitor wants the museum's easy language; absent in visits of older screens, and where they do not. */
  isEasy?: true;
};

export type VisitConfig = {
  inputMode: 'audio' | 'text';
  visitMode: 'exploration' | 'guided';
  talkingMode: 'continuous' | 'push-to-talk';
  isAudioMuted: boolean;
};

/** At the end of a visit. */
export interface VisitEndFacts {
  museum: Museum;
  minutes: number;
  /** Of a guided tour. */
  rooms?: { seen: readonly string[]; total: number } | undefined;
}

/**
 * The visitor's session, one per page: the single writer of the three cookies and the stored values.
 * No action throws because of storage: what cannot be written stays in this page's memory.
 */
export interface VisitorSession {
  readonly store: ReadableStore<SessionState>;
  /** Another museum drops the stored exhibition and answers. */
  arrive(museumId: EntityId, exhibitionId?: EntityId): void;
  chooseExhibition(exhibitionId: EntityId): void;
  /** Stores an answer that was checked against the offered questions; an empty choice removes it. */
  answer(questionId: QuestionId, chosen: readonly string[]): void;
  /** Drops answers that the museum no longer offers. */
  keepAnswers(answers: TailoringAnswers): void;
  /** `byVisitor` marks the choice as the visitor's own, which no museum's default overrides. */
  setLanguage(language: Language, byVisitor: boolean): void;
  configure(change: Partial<VisitConfig>): void;
  /** What is out of range changes nothing. */
  changeSettings(change: Partial<Settings>): void;
  /** Opens and closes the panel of the settings. */
  chooseSettings(isOpen: boolean): void;
  /** The visit is over, and nothing of it is stored any more; language, theme and the like stay. */
  forget(): void;
  dispose(): void;
}

export type Voice = {
  voiceId: string;
  uiStringID: string;
  /** The voice's own name, shown as it is in every language. */
  label: string;
  voicePreviewUrl: string;
  stability: number;
};

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

export type WelcomeRequest = {
  visit: Visit;
};

export type WithoutPlural<Key> = Key extends `${infer Stem}_${'one' | 'other'}` ? Stem : Key;

export type WorkPicture = {
  /** A file of the museum's folder. */
  url: string;
  name: LocalizedText;
  /** What is to be seen, for those who do not see it. */
  alternative: LocalizedText;
  /** Where it is told of: paragraphs from 1, the whole document where none are named. */
  passages: {
    document: string;
    paragraphs?: number[] | undefined;
  }[];
};

export type Written<Step> = Step extends unknown ? Omit<Step, 'emits'> & { emits?: Emitted[] } : never;
