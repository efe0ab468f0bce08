// The types that a new screen imports. Other repositories get all types of the contract as @enfilade/contract.
export type { Texts } from '../i18n/i18n.ts';
export type { Language } from '../i18n/language.ts';
export type { KeyOf, TranslateKeys } from '../i18n/use-translation.ts';
export type { Plays } from './play.ts';
export type { ScreenProps } from './screen-props.ts';
export type { AnswerFacts, FillerProps, VisitEndFacts } from './slot.ts';
