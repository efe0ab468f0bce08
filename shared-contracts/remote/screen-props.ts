import type { GuideApi } from '../api/guide-api.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { EventBus } from '../events/event-bus.ts';
import type { I18n } from '../i18n/i18n.ts';
import type { Clock } from '../kit/clock.ts';
import type { Exhibition, Museum } from '../museum/museum.ts';
import type { MuseumProfile } from '../museum/profile.ts';
import type { QuestionId } from '../museum/question-ids.ts';
import type { VisitorSession } from '../visit/session.ts';
import type { OpenSlot } from './slot.ts';

export interface Destination {
  /** The name of a remote. If the museum has no such screen, arrival decides. `end`: the host's screen for the end of the visit. */
  screen: string;
  /** Only for a screen that asks questions. */
  question?: QuestionId;
  /** Replaces the history entry instead of adding an entry. */
  replace?: boolean;
}

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
