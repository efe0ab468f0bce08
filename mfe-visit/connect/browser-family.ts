/** Browsers of a family have the microphone's permission in the same place of their settings. */
export type BrowserFamily = 'safari-ios' | 'ios-app' | 'safari' | 'edge' | 'firefox' | 'chrome-android' | 'chrome' | 'other';

/** First match wins: nearly every browser also calls itself the ones before it. */
const families: readonly [BrowserFamily, RegExp][] = [
  // On iOS only Safari keeps the permission with the page; every other browser is an app with a switch of its own.
  ['ios-app', /\b(?:iPhone|iPad|iPod)\b.*\b(?:CriOS|FxiOS|EdgiOS|OPT|DuckDuckGo)\//],
  ['safari-ios', /\b(?:iPhone|iPad|iPod)\b.*\bVersion\/.*\bSafari\//],
  ['ios-app', /\b(?:iPhone|iPad|iPod)\b/],
  ['edge', /\bEdgA?\//],
  ['other', /\b(?:OPR|SamsungBrowser|Vivaldi|YaBrowser)\//],
  ['firefox', /\bFirefox\//],
  ['chrome-android', /\bAndroid\b.*\bChrome\//],
  ['chrome', /\bChrom(?:e|ium)\//],
  ['safari', /\bVersion\/.*\bSafari\//],
];

export function pickBrowserFamily(userAgent: string): BrowserFamily {
  return families.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'other';
}
