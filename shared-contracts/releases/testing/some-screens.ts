import type { DeclaredScreen } from '../../visit/arrival.ts';
import type { Declaration } from '../declaration.ts';

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

export const someScreens: readonly DeclaredScreen[] = Object.entries(someDeclarations)
  .filter(([, { audience }]) => audience === undefined)
  .map(([name, declaration]) => ({ ...declaration, name }));
