import type { I18n } from '@enfilade/shared-contracts/i18n/i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { TranslateKeys } from '@enfilade/shared-contracts/i18n/use-translation';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import type { ComponentProps, ReactElement } from 'react';
import type { Connection } from '../group/follow-group.ts';
import { FollowView } from '../group/follow-view.tsx';
import type { LeadingState } from '../group/lead-group.ts';
import { GroupParts } from '../group/leader.tsx';
import type { TextKey } from '../group/texts/texts.ts';
import type { HostServices } from '../screens/host-services.ts';

interface GroupStatesProps {
  museum: Museum;
  page(view: ReactElement, change?: Partial<HostServices>): ReactElement;
  i18n: I18n;
  language: Language;
}

const nothing = () => undefined;
const led = {
  kind: 'leading',
  code: 'K7PM2XQD',
  endsAt: Date.parse('2026-11-24T14:30:00Z'),
  proof: '',
  since: 0,
  isPaused: false,
  followers: 12,
  isUnreachable: false,
} as const;
const actions = { start: async () => {}, pause: nothing, shareQuestions: nothing, end: async () => {} };
const said = {
  en: 'Two hundred winters of candle smoke lie on it.',
  de: 'Auf ihr liegt der Kerzenrauch von zweihundert Wintern.',
  fr: 'Elle porte la fumée de bougie de deux cents hivers.',
};

export function groupStates({ museum, page, i18n, language }: GroupStatesProps): Record<string, ReactElement> {
  const t = i18n.getFixedT(language, 'group') as TranslateKeys<TextKey>;
  const somewhere = { session: { store: createStore({ museumId: museum._id, exhibitionId: museum._id }) } } as never;
  const group = (state: LeadingState, isOpen = true) => (
    <GroupParts leading={{ ...createStore(state), ...actions }} isOpen={isOpen} onOpen={nothing} onClose={nothing} />
  );
  const line = { key: '1', turn: '1', place: 1, language, speaker: 'guide', text: said[language] } as const;
  const own = { kind: 'own', text: said[language] } as const;
  const other = language === 'en' ? 'de' : 'en';
  const foreign = { ...line, key: '2', language: other, text: said[other], shown: { kind: 'foreign', text: said[other] } } as const;
  const answers = [{ ...line, shown: own }, foreign, { ...line, key: '3', shown: { kind: 'waiting' } as const }];
  const turns = [{ key: '1', questions: [{ ...line, speaker: 'visitor' as const, shown: own }], answers }];
  const follow = (connection: Connection, change: Partial<ComponentProps<typeof FollowView>> = {}) =>
    page(
      <FollowView
        {...{ museum, t, language, connection, turns }}
        facts={{ isPaused: false, isLeaderAway: false }}
        room={{ number: 2, count: 3, name: 'Salon' }}
        exhibition={undefined}
        guideName="Clara"
        sceneUrl="/media/scenes/6610a1b2c3d4e5f601000001/staircase/positive.svg"
        readAloud={{ isOn: false, hasFailed: false, toggle: nothing }}
        onLeave={nothing}
        {...change}
      />,
    );
  return {
    'group-start': page(group({ kind: 'none' }), somewhere),
    'group-start-nowhere': page(group({ kind: 'none' })),
    'group-failed': page(group({ kind: 'failed' }), somewhere),
    'group-led': page(group(led), somewhere),
    'group-paused': page(group({ ...led, isPaused: true, questionsSince: 1 }), somewhere),
    'group-bar': page(
      <>
        {group(led, false)}
        <main>
          <h1>{museum.name}</h1>
        </main>
      </>,
      somewhere,
    ),
    'follow-connecting': follow('connecting', { turns: [] }),
    'follow-waiting': follow('live', { turns: [] }),
    'follow-live': follow('live'),
    'follow-paused': follow('live', { facts: { isPaused: true, isLeaderAway: false } }),
    'follow-away': follow('live', { facts: { isPaused: false, isLeaderAway: true } }),
    'follow-interrupted': follow('interrupted'),
    'follow-lost': follow('lost'),
    'follow-full': follow('full', { turns: [] }),
    'follow-ended': follow('ended'),
    'follow-unknown': follow('unknown', { turns: [], museum: undefined, exhibition: undefined, room: undefined, sceneUrl: undefined }),
  };
}
