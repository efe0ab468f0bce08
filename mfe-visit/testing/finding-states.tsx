import { FindDialog, RoomsDialog } from '@enfilade/shared-contracts/ui/finding/find-dialog';
import { PassageDialog } from '@enfilade/shared-contracts/ui/finding/passage-dialog';
import { PictureDialog } from '@enfilade/shared-contracts/ui/finding/picture-dialog';
import { fakeFinding } from '@enfilade/shared-contracts/ui/finding/testing/fake-finding';
import type { Translate } from '../texts/texts.ts';
import { TourSteps } from '../tour/tour-steps.tsx';
import { onTour } from './tour-states.ts';

const nothing = () => undefined;

/** Over the screen, which stays as it is. */
export function findingStates(t: Translate) {
  const finding = fakeFinding(t);
  const tour = onTour(t);
  const source = { title: 'Restoration', document: 'salon', paragraphs: [2] };
  const never = () => new Promise<never>(nothing);
  const failing = () => Promise.reject(new Error('no network'));
  const [picture] = finding.profile.pictures ?? [];
  return {
    finding: <FindDialog finding={finding} tour={tour.progress} onAsk={nothing} onClose={nothing} />,
    'finding-found': <FindDialog finding={finding} search="Savelli" onAsk={nothing} onClose={nothing} />,
    'finding-nothing': <FindDialog finding={finding} search="x" onAsk={nothing} onClose={nothing} />,
    'finding-failed': (
      <FindDialog finding={{ ...finding, api: { ...finding.api, findPassages: failing } }} search="y" onAsk={nothing} onClose={nothing} />
    ),
    rooms: (
      <RoomsDialog finding={finding} title={t('tour.title')} tour={tour.progress} onAsk={nothing} onClose={nothing}>
        <TourSteps visit={{ t, tour }} onDone={nothing} />
      </RoomsDialog>
    ),
    passage: <PassageDialog finding={finding} source={source} language={finding.language} onClose={nothing} />,
    'passage-found': (
      <PassageDialog finding={finding} source={source} language={finding.language} isFound onAsk={nothing} onClose={nothing} />
    ),
    'passage-loading': (
      <PassageDialog
        finding={{ ...finding, api: { ...finding.api, loadDocument: never } }}
        source={source}
        language={finding.language}
        onClose={nothing}
      />
    ),
    'passage-failed': (
      <PassageDialog
        finding={{ ...finding, api: { ...finding.api, loadDocument: failing } }}
        source={source}
        language={finding.language}
        onClose={nothing}
      />
    ),
    ...(picture && { picture: <PictureDialog picture={picture} finding={finding} onClose={nothing} /> }),
  };
}
