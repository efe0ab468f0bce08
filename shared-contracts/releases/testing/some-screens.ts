import type { DeclaredScreen } from '../../visit/arrival.ts';
import type { Declaration } from '../declaration.ts';

/** For tests: a screen that offers exhibitions, one that asks, two in which visitors talk, and one of operators. */
export const someDeclarations: Readonly<Record<string, Declaration>> = {
  chat: { title: { en: 'Chat' }, routes: ['/text-chat'], needs: ['museum', 'exhibition'], conversation: 'text' },
  landing: {
    title: { en: 'Exhibitions' },
    routes: ['/collection-selection'],
    needs: ['museum'],
    provides: 'exhibition',
    leadsTo: ['tailoring', 'visit', 'chat'],
  },
  operator: { title: { en: 'Console' }, routes: ['/operator'], audience: 'operators', needs: [] },
  tailoring: {
    title: { en: 'Questions' },
    routes: ['/tailoring'],
    needs: ['museum', 'exhibition'],
    provides: 'answers',
    leadsTo: ['visit'],
  },
  visit: { title: { en: 'Visit' }, routes: ['/visit'], needs: ['museum', 'exhibition', 'answers'], conversation: 'voice' },
};

/** Those of visitors. */
export const someScreens: readonly DeclaredScreen[] = Object.entries(someDeclarations)
  .filter(([, { audience }]) => audience === undefined)
  .map(([name, declaration]) => ({ ...declaration, name }));
