import { expect, it } from '@rstest/core';
import { pickBrowserFamily } from './connect-state.ts';

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)';
const android = 'Mozilla/5.0 (Linux; Android 10; K)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';

it.each([
  ['safari-ios', `${phone} ${webkit} Version/18.1 Mobile/15E148 Safari/604.1`],
  ['ios-app', `${phone} ${webkit} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`],
  ['ios-app', `${phone} ${webkit} FxiOS/132.0 Mobile/15E148 Safari/605.1.15`],
  ['ios-app', `${phone} ${webkit} Version/18.0 EdgiOS/130.0.2849.80 Mobile/15E148 Safari/605.1.15`],
  ['ios-app', `${phone} ${webkit} Mobile/15E148 Instagram 350.0`],
  ['safari', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.1 Safari/605.1.15`],
  ['chrome-android', `${android} ${blink} Chrome/131.0.0.0 Mobile Safari/537.36`],
  ['chrome', `${windows} ${blink} Chrome/131.0.0.0 Safari/537.36`],
  ['edge', `${windows} ${blink} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`],
  ['edge', `${android} ${blink} Chrome/131.0.0.0 Mobile Safari/537.36 EdgA/131.0.0.0`],
  ['firefox', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0'],
  ['firefox', 'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0'],
  ['other', `${android} ${blink} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`],
  ['other', 'SomethingNew/1.0'],
])('The browser family is %s for the user agent %s', (family, userAgent) => {
  expect(pickBrowserFamily(userAgent)).toBe(family);
});
