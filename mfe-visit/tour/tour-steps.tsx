import { Button } from '@enfilade/shared-contracts/ui/button';
import { useT } from '../texts/texts.ts';
import type { TourVisit } from './tour-keys.tsx';
import styles from './tour-steps.module.css';

const steps = ['next', 'again', 'skip', 'stay', 'end'] as const;

interface TourStepsProps {
  visit: { tour: (TourVisit['tour'] & { place: { stop: string | undefined } | undefined }) | undefined };
  onDone(): void;
}

export function TourSteps({ visit: { tour }, onDone }: TourStepsProps) {
  const t = useT();
  const actions = tour?.position ? steps : (['begin'] as const);
  const listen = tour?.play && ({ label: 'tour.listen', act: tour.play } as const);
  const keys = actions.map((action) => ({ label: `tour.${action}` as const, act: () => tour?.step(action) }));
  return (
    <>
      {tour?.place?.stop && <h3 className={styles['stop']}>{tour.place.stop}</h3>}
      <ul className={styles['steps']} aria-label={t('tour.title')}>
        {[...keys.slice(0, 1), ...(listen ? [listen] : []), ...keys.slice(1)].map(({ label, act }, at) => (
          <li key={label}>
            <Button
              wide
              kind={at === 0 ? 'main' : 'plain'}
              onClick={() => {
                onDone();
                act();
              }}
            >
              {t(label)}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
