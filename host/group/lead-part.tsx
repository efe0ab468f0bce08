import { safeStorage } from '@enfilade/shared-contracts/kit/storage';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { groupKey } from '@enfilade/shared-contracts/visit/stored-names';
import { useEffect, useState } from 'react';
import { useHost, useTexts } from '../screens/host-services.ts';
import { NoticeBar } from '../screens/preview-banner.tsx';
import { createPart } from '../texts/late-part.ts';

/** Loaded late, because few visitors lead or join a group. */
const code = createPart('group', () => import(/* webpackChunkName: "group" */ './leader.tsx'));

const storage = safeStorage(() => window.sessionStorage);

interface LeadPartProps {
  isOpen: boolean;
  onOpen(): void;
  onClose(): void;
}

/** Empty until the visitor opens the group dialog. */
export function LeadPart(props: LeadPartProps) {
  const { isOpen, onClose } = props;
  const { i18n } = useHost();
  const { t } = useTexts();
  const [wasLeading, setLeading] = useState(() => Boolean(storage.readText(groupKey)));
  const [hasFailed, setFailed] = useState(false);
  const loaded = useStore(code, (state) => state);
  const isWanted = isOpen || wasLeading;
  useEffect(() => {
    if (!isWanted) return;
    code.load(i18n).catch(() => {
      setLeading(false);
      setFailed(true);
      onClose();
    });
  }, [isWanted, onClose, i18n]);
  if (loaded) return <loaded.Leader {...props} storage={storage} />;
  return hasFailed && <NoticeBar label={t('failed.title')} text={t('shared:error.network')} onClose={() => setFailed(false)} />;
}
