import { translateIn } from '@enfilade/shared-contracts/i18n/testing/translate-in';
import { tellStates } from '@enfilade/shared-contracts/remote/testing/tell-states';
import { inScreen } from '@enfilade/shared-contracts/ui/testing/fake-screen';
import { afterEach, describe, expect, it } from '@rstest/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Carousel } from './exhibitions.tsx';
import { Picture } from './picture.tsx';
import { loadTexts, Splash } from './screen.tsx';
import { cards, carousel, splash, states } from './testing/states.tsx';

const t = translateIn('en', (await loadTexts('en')).default);

const nothing = () => undefined;

afterEach(cleanup);

describe('the splash', () => {
  it('the splash shows its picture first, the museum and the way to the exhibitions', () => {
    let isNext = false;
    const onNext = () => {
      isNext = true;
    };
    render(<Splash {...splash} onNext={onNext} />, inScreen(t));
    const picture = document.querySelector('img');
    expect([picture?.getAttribute('src'), picture?.getAttribute('loading'), picture?.getAttribute('alt')]).toEqual([
      '/scene.svg',
      'eager',
      '',
    ]);
    expect(screen.getByText('Palazzo Belmonte').tagName).toBe('P');
    fireEvent.click(screen.getByRole('button', { name: 'Choose an exhibition' }));
    expect(isNext).toBe(true);
  });
});

it('tells those who do not see it what each view is, with all its words, and leads their keys through it', async () => {
  const told = await tellStates(() => states(t));
  await expect(told).toMatchFileSnapshot('testing/states.aria.txt');
});

describe('a picture', () => {
  it('a picture gives way to its placeholder when it cannot be loaded, until another one is to be shown', () => {
    const { rerender } = render(<Picture url="/a.svg">A</Picture>);
    expect(screen.queryByText('A')).toBeNull();
    fireEvent.error(document.querySelector('img') as HTMLElement);
    expect(screen.getByText('A')).toBeTruthy();
    rerender(<Picture url="/b.svg">A</Picture>);
    expect(document.querySelector('img')?.getAttribute('src')).toBe('/b.svg');
    rerender(<Picture url={undefined}>A</Picture>);
    expect(screen.getByText('A')).toBeTruthy();
  });
});

describe('the carousel', () => {
  it('the carousel loads at once what is visible and next to it', () => {
    render(<Carousel cards={cards(5)} carousel={carousel(1)} onChoose={nothing} />, inScreen(t));
    const loading = [...document.querySelectorAll('img')].map((image) => image.getAttribute('loading'));
    expect(loading).toEqual(['eager', 'eager', 'eager', 'lazy', 'lazy']);
  });

  it('the carousel has dots up to seven slides, and arrows alone beyond', () => {
    const shown: number[] = [];
    render(<Carousel cards={cards(7)} carousel={carousel(0, shown)} onChoose={nothing} />, inScreen(t));
    fireEvent.click(screen.getByRole('button', { name: '7: Exhibition 7' }));
    fireEvent.click(screen.getByRole('button', { name: 'Next exhibition' }));
    expect(shown).toEqual([6, 1]);
    cleanup();
    render(<Carousel cards={cards(8)} carousel={carousel(0)} onChoose={nothing} />, inScreen(t));
    expect(screen.queryByRole('button', { name: /^\d: / })).toBeNull();
    expect(screen.getByRole('button', { name: 'Next exhibition' })).toBeTruthy();
  });
});
