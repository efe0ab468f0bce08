import styles from './wave.module.css';

/** As many as the guide's sign has petals. */
const bars = 40;
const [pitch, height] = [4, 24];

/** A sound wave at rest in its shape, the same every time. */
const path = Array.from({ length: bars }, (_, index) => {
  const length = height * (0.15 + 0.8 * Math.abs(Math.sin((index * 61 * Math.PI) / 180) * Math.cos((index * 13 * Math.PI) / 180)));
  return `M${index * pitch + 1} ${((height - length) / 2).toFixed(1)}v${length.toFixed(1)}`;
}).join('');

/** Sound, drawn; the word for it stands beside. */
export function Wave() {
  return (
    <svg className={styles['wave']} viewBox={`0 0 ${bars * pitch} ${height}`} preserveAspectRatio="xMinYMid slice" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
