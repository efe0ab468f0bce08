import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { type FirstPaintProps, listedAtMost, slot } from '@enfilade/shared-contracts/remote/first-paint';
import { FindKey } from '@enfilade/shared-contracts/ui/finding/find-button';
import { ScreenContext, type ScreenState } from '@enfilade/shared-contracts/ui/screen-context';
import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import { Exhibitions } from './exhibitions.tsx';
import { Splash } from './screen.tsx';
import styles from './splash.module.css';
import type { TextKey, Translate } from './texts/texts.ts';

const cards = { empty: 0, single: 1, ...listedAtMost } as const;
export const variants = Object.keys(cards);

const nothing = () => undefined;
const carousel = { viewport: nothing, current: 0, areAllSeen: false, show: nothing, onKeyDown: nothing };

export function FirstPaint({ i18n, session, variant }: FirstPaintProps) {
  const { t: translate, language } = useTranslation<TextKey>(i18n, 'landing');
  const museum = { name: slot('museum.name'), logoSvgURL: slot('museum.logo') };
  const shown = Array.from({ length: cards[variant as keyof typeof cards] }, (_, index) => ({
    exhibitionId: String(index + 1),
    numeral: String(index + 1).padStart(2, '0'),
    name: slot(`exhibitions.${index + 1}.name`),
    coverUrl: slot(`exhibitions.${index + 1}.cover`),
  }));
  /** The host omits a card without a total, because the museum does not have that card. */
  const t: Translate = (key, values) =>
    translate(key, { ...values, ...(values && 'total' in values && { total: slot(`exhibitions.${values['number']}.total`) }) });
  const find = <FindKey className={styles['find']} data-need={slot('find')} />;
  return (
    <ScreenContext value={{ t, language } as ScreenState}>
      <section className={styles['screen']}>
        <main>
          <Splash museumName={museum.name} sceneUrl={slot('scene')} isEmpty={shown.length === 0} find={find} onNext={nothing}>
            <TopBar museum={museum} i18n={i18n} session={session} isInMain />
          </Splash>
          {shown.length > 0 && (
            <Exhibitions
              heading={{ current: null }}
              cards={shown}
              carousel={carousel}
              resume={undefined}
              onChoose={nothing}
              onResume={nothing}
            />
          )}
        </main>
      </section>
    </ScreenContext>
  );
}
