// biome-ignore-all lint/performance/noBarrelFile: an entry of a package
// What a new screen is drawn with. Teams with a repository of their own get it as @enfilade/remote.
export { useTranslation } from '../i18n/use-translation.ts';
export { Button } from './button.tsx';
export { Card } from './card.tsx';
export { TopBar } from './top-bar.tsx';
