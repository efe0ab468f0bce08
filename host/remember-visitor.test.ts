import { parseVisitorId } from '@enfilade/shared-contracts/visit/visit-cookies';
import { expect, it } from '@rstest/core';
import { rememberVisitor } from './remember-visitor.ts';

it('keeps the number in the page for the next one, and nothing where there is none', () => {
  rememberVisitor(document, false);
  expect(parseVisitorId(document.cookie)).toBeUndefined();
  document.documentElement.dataset['visitor'] = '0123456789abcdef';
  rememberVisitor(document, false);
  expect(parseVisitorId(document.cookie)).toBe('0123456789abcdef');
});
