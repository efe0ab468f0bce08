import type { ExhibitionCard } from './cards.ts';
import styles from './exhibition-card.module.css';
import { Picture } from './picture.tsx';

interface CardProps {
  card: ExhibitionCard;
  /** The card is visible or a neighbour, so its picture is fetched at once. */
  isNear: boolean;
  /** Tab reaches this card, and the arrow keys the others. */
  isTabStop?: boolean;
  onChoose: (exhibitionId: string) => void;
}

/** Picture, numeral and name; a press anywhere chooses the exhibition. */
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
