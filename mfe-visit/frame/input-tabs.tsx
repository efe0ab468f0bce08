import type { KeyboardEvent } from 'react';
import { useT } from '../texts/texts.ts';
import styles from './input-tabs.module.css';

export const inputs = ['audio', 'text'] as const;
export type Input = (typeof inputs)[number];

export const tabId = (input: Input) => `visit-tab-${input}`;
/** The pressed button has disappeared, so the tab gets the focus. */
export const focusTab = (input: Input) => document.getElementById(tabId(input))?.focus();
export const panelId = (input: Input) => `visit-panel-${input}`;

interface InputTabsProps {
  shown: Input;
  onChoose(input: Input): void;
}

export function InputTabs({ shown, onChoose }: InputTabsProps) {
  const t = useT();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const other: Input = shown === 'audio' ? 'text' : 'audio';
    onChoose(other);
    focusTab(other);
  };
  return (
    <div className={styles['tabs']} role="tablist" aria-label={t('input.label')}>
      {inputs.map((input) => (
        <button
          key={input}
          type="button"
          role="tab"
          id={tabId(input)}
          className={styles['tab']}
          aria-selected={input === shown}
          aria-controls={input === shown ? panelId(input) : undefined}
          tabIndex={input === shown ? 0 : -1}
          onClick={() => onChoose(input)}
          onKeyDown={onKeyDown}
        >
          {t(`input.${input}`)}
        </button>
      ))}
    </div>
  );
}
