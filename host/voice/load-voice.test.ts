import { languages } from '@enfilade/shared-contracts/i18n/language';
import { toSpoken } from '@enfilade/shared-contracts/pronunciation/to-spoken';
import { describe, expect, it } from '@rstest/core';
import { loadWriter } from './load-voice.ts';

const century = { en: 'the 18th century', de: 'das 18. Jahrhundert', fr: 'le XVIIIe siècle' };

describe('the rules of a call’s language', () => {
  it.each(languages)('in %s they write what its own voices say', async (language) => {
    const write = await loadWriter(language);
    const pronunciations = [{ type: 'exact' as const, key: 'Savelli', value: 'Sa-vel-lee' }];
    const text = `Savelli, ${century[language]}`;
    const spoken = toSpoken(text, { language, pronunciations });
    expect(spoken).not.toBe(text);
    expect(write(spoken, pronunciations)).toBe(text);
  });
});
