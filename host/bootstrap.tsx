import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createReleases } from './create-releases.ts';
import { takeOverFirstPaint } from './first-paint/take-over.ts';
import { allowMovedNodes } from './page-sync.ts';
import type { HostServices } from './screens/host-services.ts';
import { createReporting, createTalk, createVisitServices } from './services.ts';
import { Shell } from './shell.tsx';
import { createUpkeep } from './upkeep.ts';

function createServices(): HostServices {
  const visit = createVisitServices();
  const reporting = createReporting(visit);
  const releases = createReleases(visit, reporting);
  const conversation = createTalk(visit);
  const upkeep = createUpkeep(visit, reporting, releases, conversation);
  return { ...visit, ...reporting, ...releases, conversation, ...upkeep };
}

const shell = <Shell services={createServices()} />;
const place = document.getElementById('page') as HTMLElement;
allowMovedNodes(Node.prototype);
takeOverFirstPaint(document, place);
createRoot(place).render(process.env['NODE_ENV'] === 'production' ? shell : <StrictMode>{shell}</StrictMode>);
