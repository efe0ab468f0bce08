import type { EventName } from '@enfilade/shared-contracts/events/event-bus';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import type { QuestionId } from '@enfilade/shared-contracts/museum/question-ids';
import type { Destination, ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { createScreenProps } from '@enfilade/shared-contracts/remote/testing/create-screen-props';
import type { TailoringAnswers } from '@enfilade/shared-contracts/visit/answers';
import { onTestFinished } from '@rstest/core';
import { act, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import Screen, { loadTexts } from '../screen.tsx';

export const exhibitionId = '6610a1b2c3d4e5f602000001';
export const museum = museumSchema.parse({
  _id: '6610a1b2c3d4e5f601000001',
  name: 'Palazzo Belmonte',
  exhibitions: [{ _id: exhibitionId, name: 'Lo scalone' }],
});
export const voice = (voiceId: string, label: string) => ({
  voiceId,
  label,
  uiStringID: `voice.${voiceId}`,
  voicePreviewUrl: `/media/voices/${voiceId}.mp3`,
});
export const profileSource = {
  questions: ['consent', 'expertise', 'time', 'goals', 'voice'],
  voices: { en: [voice('en-1', 'Clara'), voice('en-2', 'Edmund')], de: [voice('de-1', 'Johanna')] },
};
export const untilTime: TailoringAnswers = { consent: ['consent.agree'], expertise: ['visitorType.kids'] };
export const untilVoice: TailoringAnswers = { ...untilTime, time: ['time.10'], goals: ['goal.relax'] };

interface Opening {
  question?: QuestionId;
  answers?: TailoringAnswers;
  profile?: object;
  language?: Language;
  wantsPremium?: boolean;
  ping?: () => Promise<void>;
}

/** Like the host, writes the question of `go` into the address. */
function Host({ question, ...props }: ScreenProps) {
  const [address, setAddress] = useState(question);
  const go = (to: Destination) => {
    props.go(to);
    if (to.question) setAddress(to.question);
  };
  return <Screen {...props} {...(address && { question: address })} go={go} />;
}

/** Opens the screen with the host's services; network and time are replaced. */
export async function openTailoring(opening: Opening = {}) {
  const { question, answers = {}, profile = profileSource, language = 'en', wantsPremium = false, ping = async () => {} } = opening;
  const pinged: string[] = [];
  const { props, i18n, went, clock } = await createScreenProps(
    { loadTexts },
    {
      language,
      museum,
      state: { hasExhibition: true, answers, ...(question && { question }) },
      profile: museumProfileSchema.parse(profile),
      api: {
        pingKnowledgeBase(museumId) {
          pinged.push(museumId);
          return ping();
        },
      },
    },
  );
  const { session, bus } = props;
  onTestFinished(() => session.dispose());
  const events: [EventName, unknown][] = [];
  for (const name of ['question-answered', 'tailoring-finished'] as const) bus.on(name, (payload) => events.push([name, payload]));
  const { container } = render(<Host {...props} wantsPremium={wantsPremium} />);
  const stored = () => session.store.getState().answers;
  return {
    container,
    session,
    i18n,
    stored,
    events,
    pinged,
    gone: went,
    turn: (ms: number) => act(() => clock.pass(ms)),
    user: userEvent.setup(),
  };
}
