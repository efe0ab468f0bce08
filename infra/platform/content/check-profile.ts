import { languages } from '@enfilade/shared-contracts/i18n/language';
import type { ProfileFile } from '@enfilade/shared-contracts/museum/profile-file';
import type { Report } from './content-error.ts';

/** What a profile's schema cannot say: its parts must fit together. */
export function checkProfile(profile: ProfileFile, report: Report): void {
  refuseTwice(profile.questions, 'questions', report);
  refuseTwice(
    profile.artists.map(({ slug }) => slug),
    'artists',
    report,
  );
  refuseTwice(
    profile.rooms.map(({ id }) => id),
    'rooms',
    report,
  );
  if (profile.questions.includes('artistSelection') && profile.artists.length === 0)
    report('artists', 'artistSelection is asked but nobody is named');
  checkIntroduction(profile, report);
  checkVoices(profile, report);
}

/** Whoever cannot hear the recording reads it, sentence by sentence. */
function checkIntroduction({ introduction }: ProfileFile, report: Report): void {
  if (!introduction) return;
  const { urls, transcripts, timeZone } = introduction;
  if (!isTimeZone(timeZone)) report('introduction.timeZone', 'is not a time zone');
  for (const language of languages) {
    const field = `introduction.transcripts.${language}`;
    const lines = transcripts[language] ?? [];
    if (urls[language] && lines.length === 0) report(field, 'is missing');
    if (!urls[language] && lines.length > 0) report(field, 'belongs to no recording');
    lines.forEach(({ seconds }, index) => {
      if (seconds <= (lines[index - 1]?.seconds ?? -1)) report(`${field}.${index}.seconds`, `${seconds} is not after the sentence before`);
    });
  }
}

function checkVoices(profile: ProfileFile, report: Report): void {
  const lists = (['voices', 'premiumVoices'] as const).flatMap((list) =>
    languages.map((language) => ({ field: `${list}.${language}`, ids: profile[list][language].map(({ voiceId }) => voiceId) })),
  );
  for (const { field, ids } of lists) refuseTwice(ids, field, report);
  const silent = profile.questions.includes('voice') ? languages.filter((language) => profile.voices[language].length === 0) : [];
  for (const language of silent) report(`voices.${language}`, 'voice is asked but there is none');
  const spoken = new Set<string>(lists.flatMap(({ ids }) => ids));
  const provided = new Set(Object.keys(profile.providerVoices));
  for (const id of spoken) if (!provided.has(id)) report(`providerVoices.${id}`, 'is missing');
  for (const id of provided) if (!spoken.has(id)) report(`providerVoices.${id}`, 'belongs to no voice of this museum');
}

function refuseTwice(values: readonly string[], field: string, report: Report): void {
  for (const value of new Set(values.filter((value, index) => values.indexOf(value) !== index)))
    report(field, `${value} stands there twice`);
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
