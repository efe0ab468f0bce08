import type { ExhibitionCard } from './cards.ts';
import { Picture } from './picture.tsx';
import styles from './card.module.css';

interface CardProps {
  card: ExhibitionCard;
  /** In sight or next to it: its picture is fetched before it is looked at. */
  isNear: boolean;
  onChoose: (exhibitionId: string) => void;
}

/** A picture and its label; pressing anywhere on it chooses the exhibition. */
export function Card({ card, isNear, onChoose }: CardProps) {
  return (
    <button type="button" className={styles['card']} onClick={() => onChoose(card.exhibitionId)}>
      <span className={styles['frame']}>
        <Picture url={card.coverUrl} isNear={isNear}>
          <span className={styles['stand-in']} aria-hidden="true">
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
