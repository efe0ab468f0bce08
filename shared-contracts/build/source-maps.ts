import path from 'node:path';

/** Only the site's own servers read the maps, for positions of errors. Scripts do not name their maps, and maps contain no source text. */
export const hiddenMaps = { js: 'hidden-nosources-source-map', css: false } as const;

const packages = /^.*[/\\]node_modules[/\\]/;

export const placeMaps = (folder: string) => ({
  sourceMapFilename: 'private/maps/[file].map',
  devtoolModuleFilenameTemplate: ({ absoluteResourcePath }: { absoluteResourcePath: string }) => nameSource(folder)(absoluteResourcePath),
});

/**
 * `ui/talk-panel.tsx` in the build's folder, `shared-contracts/ui/button.tsx` beside the folder. Absolute paths would name the build
 * machine.
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
