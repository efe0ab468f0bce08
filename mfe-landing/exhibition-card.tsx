import type { ExhibitionCard } from './cards.ts';
import styles from './exhibition-card.module.css';
import { Picture } from './picture.tsx';

interface CardProps {
  card: ExhibitionCard;
  /** A visible card or its neighbour fetches the picture at once. */
  isNear: boolean;
  /** Tab reaches this card, and the arrow keys the others. */
  isTabStop?: boolean;
  onChoose: (exhibitionId: string) => void;
}

export function Card({ card, isNear, isTabStop = true, onChoose }: CardProps) {
  return (
    <button type="button" className={styles['card']} tabIndex={isTabStop ? undefined : -1} onClick={() => onChoose(card.exhibitionId)}>
      <span className={styles['frame']}>
        <Picture url={card.coverUrl} isNear={isNear}>
          <span className={styles['placeholder']} aria-hidden="true">
            {card.numeral}
          </span>
        </Picture>
      </span>
      <span className={styles['label']}>
        <span className={styles['numeral']} aria-hidden="true">
          {card.numeral}
        </span>
        <span className={styles['name']}>{card.name}</span>
      </span>
    </button>
  );
}
