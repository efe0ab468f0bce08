import type { ScreenLink } from '@enfilade/shared-contracts/remote/screen-props';
import { isIconName } from '@enfilade/shared-contracts/ui/glyphs';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import styles from './screen-links.module.css';
import { useT } from './texts/texts.ts';

interface ScreenLinksProps {
  links: readonly ScreenLink[];
  onOpen(screen: string): void;
}

/** Other teams may have made the linked screens. */
export function ScreenLinks({ links, onOpen }: ScreenLinksProps) {
  const t = useT();
  return (
    <nav className={styles['links']} aria-label={t('more')}>
      <ul className={styles['list']}>
        {links.map(({ id, screen, title, note, icon = '' }) => (
          <li key={id}>
            <button type="button" className={styles['link']} onClick={() => onOpen(screen)}>
              <span className={styles['words']}>
                <span className={styles['title']}>{title}</span>
                {note && <span className={styles['note']}>{note}</span>}
              </span>
              <Icon name={isIconName(icon) ? icon : 'arrow-right'} />
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
