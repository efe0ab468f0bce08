import { expect, it } from '@rstest/core';
import { fillTemplate } from './call-plan.ts';

it.each([
  ['Hello {{ name }}, {{name}}!', { name: 'Ada' }, 'Hello Ada, Ada!'],
  ['Room {{ number }}', { number: 3 }, 'Room 3'],
  ['Hello {{ nobody }}!', {}, 'Hello !'],
  ['{{ constructor }}{{ toString }}', {}, ''],
  ['{{ name }}', { name: '{{ other }}', other: 'x' }, '{{ other }}'],
  ['{ name } stays', { name: 'Ada' }, '{ name } stays'],
])('fillTemplate fills “%s” with %o: “%s”', (text, values, filled) => expect(fillTemplate(text, values)).toBe(filled));
