import type { Room } from '@enfilade/shared-contracts/api/schemas';
import type { Conversation } from '@enfilade/shared-contracts/conversation/conversation';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { entityIdSchema } from '@enfilade/shared-contracts/museum/id';
import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { createScreenProps } from '@enfilade/shared-contracts/remote/testing/create-screen-props';
import type { TailoringAnswers } from '@enfilade/shared-contracts/visit/answers';
import { onTestFinished } from '@rstest/core';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import Screen, { loadTexts } from '../screen.tsx';

export const museumId = '6610a1b2c3d4e5f601000001';
const names = ['Grand Staircase', 'Venetian Room', 'Bedroom', 'Library', 'Museum Interior'];
export const idOf = (index: number) => `6610a1b2c3d4e5f60200000${index + 1}`;
const cover = (scene: string) => `/media/scenes/${museumId}/${scene}/positive.svg`;
const germanStaircase = { exhibitions: { [idOf(0)]: { scene: 'staircase', name: { en: 'Grand Staircase', de: 'Großes Treppenhaus' } } } };

const rooms = ['Painting Salon', 'Bedroom', 'Library'].map((name) => ({ id: name, name }));

interface Opening {
  room?: Room;
  chosen?: string;
  answers?: TailoringAnswers;
  count?: number;
  language?: Language;
  entryScreen?: 'visit' | 'text-chat';
}

/** `happened` records `go` and the events of the bus. */
export async function openLanding({ count = 5, language = 'en', entryScreen = 'visit', chosen, answers = {}, room }: Opening = {}) {
  window.localStorage.clear();
  const exhibitions = names.slice(0, count).map((name, index) => ({ _id: idOf(index), name, coverImageURL: cover('staircase') }));
  const { props: given } = await createScreenProps(
    { loadTexts },
    {
      state: { answers },
      language,
      museum: museumSchema.parse({ _id: museumId, name: 'Palazzo Belmonte', logoSvgURL: '/media/belmonte/logo.svg', exhibitions }),
      profile: museumProfileSchema.parse({ ...germanStaircase, questions: ['time', 'goals'], rooms, entryScreen }),
    },
  );
  const { session, bus, i18n } = given;
  onTestFinished(() => session.dispose());
  if (chosen) session.chooseExhibition(entityIdSchema.parse(chosen));
  const happened: unknown[] = [];
  bus.on('collection-chosen', (payload) => happened.push(payload));
  const conversation = { store: { getState: () => ({ room }), subscribe: () => () => undefined } } as unknown as Conversation;
  const props: ScreenProps = { ...given, clock: systemClock, conversation, go: (to) => happened.push(to) };
  render(<Screen {...props} />);
  return { props, session, i18n, happened, user: userEvent.setup() };
}
