import { useMessages } from '#platform/web/index.ts';
import { StatusBadge } from '#platform/web/kit/index.ts';
import type { AnswerState, CvState, OfferState } from '../workflow.ts';
import type { Offer } from './api.ts';

const cvTones: Record<CvState, string> = {
  DRAFT: 'gray',
  SUBMITTED: 'blue',
  APPROVED: 'teal',
  CHANGES_SUGGESTED: 'teal',
  CHANGES_REQUIRED: 'orange',
  ARCHIVED: 'gray',
};
export function CvBadge({ state }: { state: CvState }) {
  const t = useMessages();
  return <StatusBadge status={state} color={cvTones[state]} label={t(`careers.cv_state.${state}`)} />;
}

const offerTones: Record<OfferState, string> = {
  DRAFT: 'gray',
  SENT: 'teal',
  EXPIRED: 'gray',
  CLOSED: 'gray',
  WITHDRAWN: 'red',
};
export function OfferBadge({ offer }: { offer: Pick<Offer, 'status' | 'open'> }) {
  const t = useMessages();
  // The clock has ended it, whether or not that was written yet.
  const state = offer.status === 'SENT' && !offer.open ? 'EXPIRED' : offer.status;
  return <StatusBadge status={state} color={offerTones[state]} label={t(`careers.offer_state.${state}`)} />;
}

const answerTones: Record<AnswerState, string> = {
  SENT: 'blue',
  SEEN: 'yellow',
  ACCEPTED: 'teal',
  DECLINED: 'gray',
  EXPIRED: 'gray',
  WITHDRAWN: 'red',
};
export function AnswerBadge({ state }: { state: AnswerState }) {
  const t = useMessages();
  return <StatusBadge status={state} color={answerTones[state]} label={t(`careers.answer_state.${state}`)} />;
}

interface Paid {
  salary: string | null;
  salary_to: string | null;
  currency: Offer['currency'];
}
/** 6 000 000 – 8 000 000 soʻm; nothing where nobody told. */
export function useSalary() {
  const t = useMessages();
  return ({ salary, salary_to, currency }: Paid): string => {
    const shown = [salary, salary_to].filter((one) => one !== null).map((one) => amount(one));
    return shown.length ? `${shown.join(' – ')} ${t(`careers.currency.${currency}`)}` : t('careers.offer.no_salary');
  };
}
const amount = (value: string) =>
  Math.round(Number(value))
    .toString()
    .replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0');
