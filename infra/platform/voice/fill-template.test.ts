import { describe, expect, it } from '@rstest/core';
import { fillTemplate } from './call-plan.ts';

describe('a template', () => {
  it.each([
    ['Hello {{ name }}, {{name}}!', { name: 'Ada' }, 'Hello Ada, Ada!'],
    ['Room {{ number }}', { number: 3 }, 'Room 3'],
    ['Hello {{ nobody }}!', {}, 'Hello !'],
    ['{{ constructor }}{{ toString }}', {}, ''],
    ['{{ name }}', { name: '{{ other }}', other: 'x' }, '{{ other }}'],
    ['{ name } stays', { name: 'Ada' }, '{ name } stays'],
  ])('a template makes “%s” with %o “%s”', (text, values, filled) => expect(fillTemplate(text, values)).toBe(filled));
});
