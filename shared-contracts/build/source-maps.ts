import path from 'node:path';

/**
 * Scripts do not name their maps, and maps contain no source text. The maps are served to nobody. The site's own
 * servers read the positions of errors from them.
 */
export const hiddenMaps = { js: 'hidden-nosources-source-map', css: false } as const;

const packages = /^.*[/\\]node_modules[/\\]/;

/** Sets the maps' path in a build and their names of sources. */
export const placeMaps = (folder: string) => ({
  sourceMapFilename: 'private/maps/[file].map',
  devtoolModuleFilenameTemplate: ({ absoluteResourcePath }: { absoluteResourcePath: string }) => nameSource(folder)(absoluteResourcePath),
});

/**
 * The names of sources in a build's maps: `ui/talk-panel.tsx` in its own folder, `shared-contracts/ui/button.tsx` beside it,
 * `node_modules/react-dom/…` of a package. They never contain absolute paths.
 */
export function nameSource(folder: string): (resource: string) => string {
  return (resource) => {
    const [file = ''] = (resource.split('!').at(-1) ?? '').split(/[?|]/);
    if (packages.test(file)) return file.replace(packages, 'node_modules/');
    if (!path.isAbsolute(file)) return file;
    const places = [path.relative(folder, file), path.relative(path.resolve(import.meta.dirname, '../..'), file)];
    return places.find((place) => !place.startsWith('..') && !path.isAbsolute(place)) ?? path.basename(file);
  };
}
