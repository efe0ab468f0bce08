/** What visitors' phones must be able to run: module scripts, CSS nesting, color-mix, dynamic viewport units. */
export const browsers = ['chrome >= 111', 'edge >= 111', 'firefox >= 115', 'safari >= 16.4', 'ios_saf >= 16.4'];
