import { useMessages } from '#platform/web/index.ts';
import { FilesView, Section } from '#platform/web/kit/index.ts';
import type { Claim } from '../api.ts';

/** What proves it, beside what is said: one paper is open. */
export function Evidence({ claim }: { claim: Claim }) {
  const t = useMessages();
  return (
    <Section
      title={t('circumstances.claim.evidence')}
      description={claim.can?.decide || claim.can?.vote ? t('circumstances.claim.evidence_about') : undefined}
    >
      <FilesView files={claim.files ?? []} none={t('circumstances.claim.no_evidence')} />
    </Section>
  );
}
