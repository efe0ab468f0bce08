// Types that @enfilade/contract has in place of ours of the same names, because a package of others would come along with ours.
import type { eventSchemas } from '@enfilade/shared-contracts/events/event-bus';
import type { I18n as RealI18n } from '@enfilade/shared-contracts/i18n/i18n';
import type { TranslateKeys } from '@enfilade/shared-contracts/i18n/use-translation';
import type { z } from 'zod/mini';

/** What each event carries. */
export type Events = { [Name in keyof typeof eventSchemas]: z.infer<(typeof eventSchemas)[Name]> };
export type EventName = keyof Events;
export type EventPayload<Name extends EventName> = Events[Name];

/** As `TranslateKeys`. i18next's own function cannot be assigned to one signature with optional values. */
export interface Translate<Key extends string> {
  (key: Parameters<TranslateKeys<Key>>[0]): string;
  (key: Parameters<TranslateKeys<Key>>[0], values: Record<string, string | number>): string;
}

/** The page's translator. */
export interface I18n {
  readonly language: string;
  /** The text of a namespace's key, as `whatson:title`. */
  t(key: string): string;
  t(key: string, values: Record<string, string | number>): string;
  /** The translator of one namespace. `Key` is `KeyOf<typeof en>` of its texts. */
  getFixedT<Key extends string = string>(language: string, namespace: string): Translate<Key>;
  on(event: 'languageChanged' | 'added', listener: () => void): void;
  off(event: 'languageChanged' | 'added', listener: () => void): void;
  addResourceBundle(language: string, namespace: string, texts: Record<string, string>): unknown;
  hasResourceBundle(language: string, namespace: string): boolean;
}

type Fits<Real extends Plain, Plain> = Real;
/** The page hands its own translator to screens that expect this one. */
export type Checked = Fits<RealI18n, I18n>;
