import { codeId, useMessages } from '#platform/web/index.ts';
import { StatusBadge } from '#platform/web/kit/index.ts';

/** What a state of an application means at a glance, where the kit has no colour for the word. */
const tones: Record<string, string> = {
  DRAFT: 'gray',
  SUBMITTED: 'blue',
  DOCUMENTS_CHECK: 'blue',
  CREDITS_COMPARED: 'blue',
  EXAM_ASSIGNED: 'indigo',
  EXAM_TAKEN: 'indigo',
  ABSENT: 'orange',
  RECOMMENDED: 'teal',
  WAITING_LIST: 'yellow',
  OFFERED: 'teal',
  CONTRACT_ACCEPTED: 'teal',
  ENROLLED: 'teal',
  WITHDRAWN: 'gray',
  LISTENER: 'teal',
  CERTIFIED: 'teal',
  SHORTLISTED: 'indigo',
  INTERVIEW: 'indigo',
  RESERVE: 'yellow',
  HIRED: 'teal',
};

/** Where an application stands, in words. */
export function StateBadge({ state, flavour }: { state: string; flavour?: string }) {
  const t = useMessages();
  const color = tones[state];
  return (
    <StatusBadge
      status={state}
      label={t(
        flavour === 'hr' && state === 'OFFERED' ? 'admissions.state.hr.OFFERED' : codeId('admissions.state', state),
      )}
      {...(color ? { color } : {})}
    />
  );
}
