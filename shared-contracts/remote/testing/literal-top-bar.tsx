import { type ComponentProps, useState } from 'react';
import { createI18n } from '../../i18n/create-i18n.ts';
import { languages } from '../../i18n/language.ts';
import { createStore } from '../../kit/store.ts';
import { TopBar } from '../../ui/top-bar.tsx';
import type { VisitorSession } from '../../visit/session.ts';

const nothing = () => undefined;

export function LiteralTopBar(props: Omit<ComponentProps<typeof TopBar>, 'i18n' | 'session'>) {
  const [{ i18n, session }] = useState(() => {
    const language = languages.find((each) => each === document.documentElement.lang) ?? 'en';
    const { set: _, ...store } = createStore({ language, isChoosingSettings: false });
    const session = { store, setLanguage: nothing, chooseSettings: nothing };
    return { i18n: createI18n({ language }), session: session as unknown as VisitorSession };
  });
  return <TopBar {...props} i18n={i18n} session={session} />;
}
