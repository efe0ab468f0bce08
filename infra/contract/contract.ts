// What @enfilade/contract names. All that these types name comes along.
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
export type { FillerModule, MountedScreen, MountModule, MountProps, ScreenModule } from '@enfilade/shared-contracts/remote/screen-module';
export type { Destination, ScreenLink, ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
export type { AnswerFacts, FillerProps, OpenedSlot, OpenSlot, SlotFacts, VisitEndFacts } from '@enfilade/shared-contracts/remote/slot';
export type { SessionState, VisitorSession } from '@enfilade/shared-contracts/visit/session';
export type { EventName, EventPayload, Events, I18n } from './stand-ins.ts';
