// biome-ignore-all lint/performance/noBarrelFile: an entry of a package
// The views for a new screen. Other repositories get them as @enfilade/remote.
export { useTranslation } from '../i18n/use-translation.ts';
export { Button } from './button.tsx';
export { Card } from './card.tsx';
export { TopBar } from './top-bar.tsx';
