import { createI18n } from '@enfilade/shared-contracts/i18n/create-i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { expect, it } from '@rstest/core';
import { fireEvent, render, screen } from '@testing-library/react';
import type { Preview, PreviewState } from '../releases/preview.ts';
import { addAllTexts } from '../testing/add-all-texts.ts';
import { createTestServices, inHost } from '../testing/test-services.ts';
import { texts as hostTexts } from '../texts/texts.ts';
import { formatEnd, PreviewBanner } from './preview-banner.tsx';

const clock = createHandClock();
/** In the local time zone, `days` from today. */
const halfPastTwo = (days = 0) => new Date(new Date(clock.now()).setHours(14 + 24 * days, 30, 0, 0));
const grantOf = (remote: string, version: string, end = halfPastTwo()) => ({ remote, version, expiresAt: end.toISOString() });

function show(state: PreviewState, language: Language = 'en') {
  const i18n = createI18n({ language });
  addAllTexts(i18n);
  const pressed: string[] = [];
  const preview: Preview = {
    getState: () => state,
    subscribe: () => () => undefined,
    leave: () => void pressed.push('leave'),
    dismiss: () => void pressed.push('dismiss'),
  };
  const { container } = render(<PreviewBanner />, inHost({ ...createTestServices().services, preview, i18n, clock }));
  return { pressed, container };
}

it.each([
  ['en', 'Preview', 'Preview of visit 1.9.0 until 14:30', 'Leave preview'],
  ['de', 'Vorschau', 'Vorschau von visit 1.9.0 bis 14:30', 'Vorschau verlassen'],
  ['fr', 'Aperçu', 'Aperçu de visit 1.9.0, fin : 14:30', 'Quitter l’aperçu'],
] as const)('the preview banner says in %s which version is shown, until when, and how to leave', (language, name, sentence, way) => {
  const { pressed } = show({ kind: 'running', grants: [grantOf('visit', '1.9.0')] }, language);
  expect(screen.getByRole('region', { name }).textContent).toBe(sentence + way);
  fireEvent.click(screen.getByRole('button', { name: way }));
  expect(pressed).toEqual(['leave']);
});

it('the preview banner names all versions and the first end, with the day if that is not today', () => {
  show({ kind: 'running', grants: [grantOf('visit', '1.9.0', halfPastTwo(2)), grantOf('chat', '2.0.0', halfPastTwo(1))] });
  const tomorrow = formatEnd(halfPastTwo(1).getTime(), 'en', clock.now());
  expect(tomorrow).toMatch(/^\d+ \w+,? 14:30$/);
  expect(screen.getByText(`Preview of visit 1.9.0 and chat 2.0.0 until ${tomorrow}`)).toBeTruthy();
});

it('the preview banner says that a preview is over until the visitor closes the banner, and is not rendered without a preview', () => {
  expect(show({ kind: 'none' }).container.childElementCount).toBe(0);
  const { pressed } = show({ kind: 'over' });
  expect(screen.getByRole('status').textContent).toBe(hostTexts.en['preview.over']);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(pressed).toEqual(['dismiss']);
});
