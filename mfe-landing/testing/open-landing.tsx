import type { Room } from '@enfilade/shared-contracts/api/schemas';
import { createEventBus } from '@enfilade/shared-contracts/events/create-event-bus';
import { createI18n } from '@enfilade/shared-contracts/i18n/create-i18n';
import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { parseEntityId } from '@enfilade/shared-contracts/museum/id';
import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import type { QuestionId } from '@enfilade/shared-contracts/museum/question-ids';
import type { Destination, ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import type { TailoringAnswers } from '@enfilade/shared-contracts/visit/answers';
import { createSession } from '@enfilade/shared-contracts/visit/create-session';
import { expect, onTestFinished } from '@rstest/core';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import Screen, { loadTexts } from '../screen.tsx';

export const museumId = '6610a1b2c3d4e5f601000001';
const names = ['Grand Staircase', 'Venetian Room', 'Bedroom', 'Library', 'Museum Interior'];
export const idOf = (index: number) => `6610a1b2c3d4e5f60200000${index + 1}`;
const cover = (scene: string) => `/media/scenes/${museumId}/${scene}/positive.svg`;
const germanStaircase = { exhibitions: { [idOf(0)]: { scene: 'staircase', name: { en: 'Grand Staircase', de: 'Großes Treppenhaus' } } } };

const rooms = [{ id: 'salon', name: 'Painting Salon' }];

interface Opening {
  /** The room the guide is in. */
  room?: Room;
  /** The exhibition chosen on an earlier visit. */
  chosen?: string;
  answers?: TailoringAnswers;
  count?: number;
  language?: Language;
  entryScreen?: 'visit' | 'text-chat';
}

/** The screen as the host would show it, with `go` and the bus written down. */
export async function openLanding({ count = 5, language = 'en', entryScreen = 'visit', chosen, answers = {}, room }: Opening = {}) {
  const museum = museumSchema.parse({
    _id: museumId,
    name: 'Palazzo Belmonte',
    logoSvgURL: '/media/belmonte/logo.svg',
    exhibitions: names.slice(0, count).map((name, index) => ({ _id: idOf(index), name, coverImageURL: cover('staircase') })),
  });
  // A document without cookies: each opening is a visitor of its own.
  const session = createSession({ document: Object.assign(new EventTarget(), { cookie: '' }), window });
  onTestFinished(() => session.dispose());
  session.arrive(museum._id, chosen ? parseEntityId(chosen) : undefined);
  for (const [id, options] of Object.entries(answers)) session.answer(id as QuestionId, options);
  session.setLanguage(language, true);
  const i18n = createI18n({ language });
  for (const each of languages) i18n.addResourceBundle(each, 'landing', (await loadTexts(each)).default);
  const happened: unknown[] = [];
  const bus = createEventBus({ reportError: (error) => expect(error).toBeUndefined(), checksPayloads: true });
  bus.on('collection-chosen', (payload) => happened.push(payload));
  const go = (to: Destination) => happened.push(to);
  const profile = museumProfileSchema.parse({ ...germanStaircase, questions: ['time', 'goals'], rooms, entryScreen });
  const conversation = { store: { getState: () => ({ room }), subscribe: () => () => undefined } };
  const props = { museum, profile, session, conversation, bus, i18n, go, clock: systemClock } as unknown as ScreenProps;
  render(<Screen {...props} />);
  return { props, session, i18n, happened, user: userEvent.setup() };
}
