/** Browsers with module scripts, CSS nesting, color-mix and dynamic viewport units. */
export const browsers = ['chrome >= 111', 'edge >= 111', 'firefox >= 115', 'safari >= 16.4', 'ios_saf >= 16.4'];
