import { useSearch } from '@tanstack/react-router';
import { useAbility } from '#platform/web/index.ts';
import { OfferDesk } from '../components/offer-desk.tsx';
import { OfficeOffers } from '../components/office-offers.tsx';
import { OwnOffers } from '../components/own-offers.tsx';

/** Offers that came to one, or those that the career centre keeps. */
export default function Offers() {
  const { scope } = useAbility();
  const { open } = useSearch({ strict: false }) as { open?: unknown };
  const id = /^\d{1,9}$/.test(String(open)) ? Number(open) : undefined;
  if (scope('job_offer.read') === 'own') return <OwnOffers open={id} />;
  return id === undefined ? <OfficeOffers /> : <OfferDesk id={id} />;
}
