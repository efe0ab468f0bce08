import type { eventSchemas } from '@enfilade/shared-contracts/events/event-bus';
import type { TranslateKeys } from '@enfilade/shared-contracts/i18n/use-translation';
import type { z } from 'zod/mini';

// The exports of the package @enfilade/contract. `flatten.mjs` adds every type that these name. A declaration of this file replaces a
// declaration of the same name whose types come from zod or i18next.

export type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
export type { Conversation, ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
export type { EventBus } from '@enfilade/shared-contracts/events/event-bus';
export type { Texts } from '@enfilade/shared-contracts/i18n/i18n';
export type { Language, LocalizedText } from '@enfilade/shared-contracts/i18n/language';
export type { KeyOf, TranslateKeys } from '@enfilade/shared-contracts/i18n/use-translation';
export type { Exhibition, Museum } from '@enfilade/shared-contracts/museum/museum';
export type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
export type { QuestionId } from '@enfilade/shared-contracts/museum/question-ids';
export type { Declaration } from '@enfilade/shared-contracts/releases/declaration';
export type { Slot } from '@enfilade/shared-contracts/releases/slots';
export type { FirstPaintProps } from '@enfilade/shared-contracts/remote/first-paint';
export type { Plays } from '@enfilade/shared-contracts/remote/play';
export type {
  FillerModule,
  MountedScreen,
  MountModule,
  MountProps,
  ScreenModule,
} from '@enfilade/shared-contracts/remote/screen-module';
export type { Destination, ScreenLink, ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
export type { AnswerFacts, FillerProps, OpenedSlot, OpenSlot, SlotFacts, VisitEndFacts } from '@enfilade/shared-contracts/remote/slot';
export type { SessionState, VisitorSession } from '@enfilade/shared-contracts/visit/session';

type Schemas = typeof eventSchemas;

export type Events = { -readonly [Name in keyof Schemas]: z.infer<Schemas[Name]> };
export type EventName = keyof Events;
export type EventPayload<Name extends EventName> = Events[Name];

export interface Translate<Key extends string> {
  (key: Parameters<TranslateKeys<Key>>[0]): string;
  (key: Parameters<TranslateKeys<Key>>[0], values: Record<string, string | number>): string;
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
