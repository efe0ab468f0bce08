import { describe, expect, it } from '@rstest/core';
import { loadTexts } from '../screen.tsx';

describe("the landing's texts", () => {
  it('are those the specification fixes', async () => {
    const { default: en } = await loadTexts('en');
    expect(en['about']).toBe('About');
    expect(en['title']).toBe('Discover Rich Museum Narratives');
  });
});
