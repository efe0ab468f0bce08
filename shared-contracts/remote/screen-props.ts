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
