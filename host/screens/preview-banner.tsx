import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { GrantedVersion } from '@enfilade/shared-contracts/releases/release-set';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { languageNames } from '@enfilade/shared-contracts/ui/language-select';
import { PageBar } from '@enfilade/shared-contracts/ui/page-bar';
import { useHost, useTexts } from './host-services.ts';

export function PreviewBanner() {
  const { preview, clock } = useHost();
  const { t, language } = useTexts();
  const state = useStore(preview, (current) => current);
  if (state.kind === 'none') return null;
  if (!('grants' in state)) {
    return <NoticeBar label={t('preview.name')} text={t('preview.over')} onClose={preview.dismiss} />;
  }
  return (
    <PageBar name={t('preview.name')}>
      <p>{t('preview.running', describe(state.grants, language, clock.now()))}</p>
      <QuietButton onClick={preview.leave}>{t('preview.leave')}</QuietButton>
    </PageBar>
  );
}

export function LanguageNotice() {
  const { failedLanguage } = useHost();
  const { t } = useTexts();
  const failed = useStore(failedLanguage, (state) => state);
  if (!failed) return null;
  const text = `${languageNames[failed]}: ${t('shared:error.network')}`;
  return <NoticeBar label={t('shared:language.label')} text={text} onClose={() => failedLanguage.set(undefined)} />;
}

interface NoticeBarProps {
  label: string;
  text: string;
  onClose(): void;
}

export function NoticeBar({ label, text, onClose }: NoticeBarProps) {
  const { t } = useTexts();
  return (
    <PageBar name={label}>
      <p role="status">{text}</p>
      <QuietButton aria-label={t('shared:close')} onClick={onClose}>
        <Icon name="close" />
      </QuietButton>
    </PageBar>
  );
}

/** `14:30`, or on another day `23 Nov, 14:30`, in the device's time zone. */
export function formatEnd(end: number, language: Language, now: number): string {
  const isToday = new Date(end).toDateString() === new Date(now).toDateString();
  const day = isToday ? {} : ({ day: 'numeric', month: 'short' } as const);
  // British, because the demo museums are in Europe.
  const locale = language === 'en' ? 'en-GB' : language;
  return new Intl.DateTimeFormat(locale, { ...day, hour: '2-digit', minute: '2-digit' }).format(end);
}

function describe(grants: readonly GrantedVersion[], language: Language, now: number): { what: string; end: string } {
  const versions = grants.map(({ remote, version }) => `${remote} ${version}`);
  const end = Math.min(...grants.map(({ expiresAt }) => Date.parse(expiresAt)));
  return { what: new Intl.ListFormat(language).format(versions), end: formatEnd(end, language, now) };
}
