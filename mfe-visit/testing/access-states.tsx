import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import { Dialog } from '@enfilade/shared-contracts/ui/dialog';
import { FakeScreen } from '@enfilade/shared-contracts/ui/testing/fake-screen';
import type { Visit } from '../modes/use-visit.ts';
import { DescriptionPlayer } from '../stops/stop-dialog.tsx';
import type { Translate } from '../texts/texts.ts';
import type { Entry } from '../transcript/translate-entries.ts';

/** Half of the answer has no German translation. */
export const inGerman = (question: Entry, answer: Entry): Visit['captions'] => ({
  entries: [
    question,
    {
      ...answer,
      text: 'Auf ihr liegt der Kerzenrauch von zweihundert Wintern. A strip was cleaned in 1998, to show how bright it was.',
      said: answer.text,
      language: 'de',
      pieces: [
        {
          text: 'Auf ihr liegt der Kerzenrauch von zweihundert Wintern.',
          said: 'Two hundred winters of candle smoke lie on it.',
          language: 'de',
        },
        {
          text: 'A strip was cleaned in 1998, to show how bright it was.',
          said: 'A strip was cleaned in 1998, to show how bright it was.',
          language: 'en',
        },
      ],
    },
  ],
  original: { isShown: false, toggle: () => undefined },
});

const recording = { url: '/description.mp3', transcript: '/description.vtt' };
const salon = { id: 'painting-salon', name: { en: 'Painting Salon', de: 'Malersalon', fr: 'Salon de peinture' } };

export const describedRooms: Pick<MuseumProfile, 'rooms'> = {
  rooms: Array.from({ length: 3 }, () => ({ ...salon, audioDescription: { en: recording, de: recording, fr: recording } })),
};

const nothing = () => undefined;
const described = [
  { seconds: 0, text: 'You are in a long, bare hall at the height of the water.' },
  { seconds: 5, text: 'At its far end a wide arch opens to the canal, and light from the water moves on the ceiling.' },
  { seconds: 12, text: 'Above the arch is a coat of arms in grey stone.' },
];

export const AudioDescription = ({ t }: { t: Translate }) => (
  <FakeScreen t={t}>
    <Dialog title={t('stop.audioDescription')} closeLabel="×" onClose={nothing}>
      <DescriptionPlayer
        recording={{ id: 'a', state: 'playing', seconds: 6, duration: 36 }}
        cues={described}
        current={1}
        onToggle={nothing}
        onSeek={nothing}
      />
    </Dialog>
  </FakeScreen>
);
