import { drawScene } from '@enfilade/demo/scenes/draw-scene';
import { themeTokens } from '@enfilade/shared-contracts/museum/theme-tokens';
import type { DrawScene } from '../gateway/gateway-options.ts';

/** A scene in the very colours the screens show a museum in, dark on light or light on dark. */
export const drawInMode: DrawScene = (scene, theme, mode) => {
  const {
    '--primary': primary = '',
    '--accent': accent = '',
    '--secondary': secondary = '',
    '--bg': ground = '',
    '--text': text = '',
  } = themeTokens(theme, mode);
  return drawScene(scene, {
    primaryColor: primary,
    accentColor: accent,
    secondaryColor: secondary,
    backgroundColor: ground,
    textColor: text,
  });
};
