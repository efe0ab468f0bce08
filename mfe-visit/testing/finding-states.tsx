import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import { FindDialog, RoomsDialog } from '@enfilade/shared-contracts/ui/finding/find-dialog';
import { PassageDialog } from '@enfilade/shared-contracts/ui/finding/passage-dialog';
import { PictureDialog } from '@enfilade/shared-contracts/ui/finding/picture-dialog';
import { FakeScreen, fakeScreen } from '@enfilade/shared-contracts/ui/testing/fake-screen';
import type { ReactElement } from 'react';
import type { Translate } from '../texts/texts.ts';
import { TourSteps } from '../tour/tour-steps.tsx';
import { onTour } from './tour-states.ts';

const nothing = () => undefined;

export function findingStates(t: Translate) {
  const tour = onTour(t);
  const source = { title: 'Restoration', document: 'salon', paragraphs: [2] };
  const { api, language, profile } = fakeScreen(t);
  const failing = () => Promise.reject(new Error('no network'));
  const [picture] = profile.pictures ?? [];
  const acts = { onAsk: nothing, onClose: nothing };
  const passage = <PassageDialog source={source} language={language} onClose={nothing} />;
  const draw = (view: ReactElement, changed: Partial<GuideApi> = {}) => (
    <FakeScreen t={t} api={{ ...api, ...changed }}>
      {view}
    </FakeScreen>
  );
  return {
    finding: draw(<FindDialog tour={tour.progress} {...acts} />),
    'finding-found': draw(<FindDialog search="Savelli" {...acts} />),
    'finding-nothing': draw(<FindDialog search="x" {...acts} />),
    'finding-failed': draw(<FindDialog search="y" {...acts} />, { findPassages: failing }),
    rooms: draw(
      <RoomsDialog title={t('tour.title')} tour={tour.progress} {...acts}>
        <TourSteps visit={{ tour }} onDone={nothing} />
      </RoomsDialog>,
    ),
    passage: draw(passage),
    'passage-found': draw(<PassageDialog source={source} language={language} isFound {...acts} />),
    'passage-loading': draw(passage, { loadDocument: () => new Promise<never>(nothing) }),
    'passage-failed': draw(passage, { loadDocument: failing }),
    ...(picture && { picture: draw(<PictureDialog picture={picture} onClose={nothing} />) }),
  };
}
