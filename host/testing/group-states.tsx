import type { I18n } from '@enfilade/shared-contracts/i18n/i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { TranslateKeys } from '@enfilade/shared-contracts/i18n/use-translation';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import type { ComponentProps, ReactElement } from 'react';
import type { Connection } from '../group/follow-group.ts';
import { FollowView } from '../group/follow-view.tsx';
import type { LeadingState } from '../group/lead-group.ts';
import { GroupBar, GroupDialog } from '../group/leader.tsx';
import type { TextKey } from '../group/texts/texts.ts';

interface GroupStatesProps {
  museum: Museum;
  page(view: ReactElement): ReactElement;
  i18n: I18n;
  language: Language;
}

const nothing = () => undefined;
const led = {
  kind: 'leading',
  code: 'K7PM2XQD',
  endsAt: 0,
  proof: '',
  since: 0,
  isPaused: false,
  followers: 12,
  isUnreachable: false,
} as const;
const leading = { start: async () => {}, pause: nothing, shareQuestions: nothing, end: async () => {} };
const said = {
  en: 'Two hundred winters of candle smoke lie on it.',
  de: 'Auf ihr liegt der Kerzenrauch von zweihundert Wintern.',
  fr: 'Elle porte la fumée de bougie de deux cents hivers.',
};

export function groupStates({ museum, page, i18n, language }: GroupStatesProps): Record<string, ReactElement> {
  const t = i18n.getFixedT(language, 'group') as TranslateKeys<TextKey>;
  const link = 'https://guide.example.org/?museum=6610a1b2c3d4e5f601000001&follow=K7PM2XQD';
  const shown = { t, site: 'guide.example.org', link, ends: '14:30', leading, onFollow: nothing, onClose: nothing };
  const dialog = (state: LeadingState, canLead = true) => <GroupDialog {...shown} state={state} canLead={canLead} />;
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
    'group-start': dialog({ kind: 'none' }),
    'group-start-nowhere': dialog({ kind: 'none' }, false),
    'group-failed': dialog({ kind: 'failed' }),
    'group-led': dialog(led),
    'group-paused': dialog({ ...led, isPaused: true, questionsSince: 1 }),
    'group-bar': (
      <>
        <GroupBar state={led} t={t} onOpen={nothing} />
        <main>
          <h1>{museum.name}</h1>
        </main>
      </>
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
