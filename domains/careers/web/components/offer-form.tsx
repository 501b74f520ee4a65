import { saveShape } from '#platform/contract/index.ts';
import { choices, silent } from '#platform/web/index.ts';
import { FormDrawer } from '#platform/web/kit/index.ts';
import { currencies, employments, offerSave } from '../../shapes-offers.ts';
import { api, type Offer, refreshOffers, useFields } from '../api.ts';

const schema = saveShape(offerSave);
const fresh = { currency: 'UZS', employment: 'FULL_TIME', for_everybody: false };

interface OfferFormProps {
  opened: boolean;
  onClose: () => void;
  offer?: Offer;
  onSaved?: (offer: Offer) => void;
}

/** An offer, to be made or changed. */
export function OfferForm({ opened, onClose, offer, onSaved }: OfferFormProps) {
  const { t, field } = useFields();
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={t(offer ? 'careers.offers.edit' : 'careers.offers.add')}
      schema={schema}
      {...(offer ? { record: offer } : { defaults: fresh })}
      sections={[
        {
          fields: [
            { control: 'text', ...field('title'), wide: true },
            { control: 'text', ...field('employer'), wide: true },
            { control: 'select', ...field('employment'), options: choices(t, 'careers.employment', employments) },
            { control: 'text', ...field('city') },
          ],
        },
        {
          title: t('careers.offers.pay'),
          fields: [
            { control: 'money', ...field('salary') },
            { control: 'money', ...field('salary_to') },
            { control: 'select', ...field('currency'), options: choices(t, 'careers.currency', currencies) },
          ],
        },
        {
          title: t('careers.offers.work'),
          fields: [
            { control: 'textarea', ...field('requirements'), wide: true },
            { control: 'textarea', ...field('description'), wide: true },
            { control: 'text', ...field('link'), placeholder: 'https://', wide: true },
          ],
        },
        {
          title: t('careers.offers.contact'),
          fields: [
            { control: 'text', ...field('contact_name'), wide: true },
            { control: 'email', ...field('contact_email') },
            { control: 'phone', ...field('contact_phone') },
          ],
        },
        {
          title: t('careers.offers.time'),
          fields: [
            { control: 'datetime', ...field('valid_until') },
            { control: 'switch', ...field('for_everybody') },
          ],
        },
      ]}
      save={(payload) => api.job_offer.save.call(payload, silent)}
      onSaved={async (saved: Offer) => {
        await refreshOffers();
        onSaved?.(saved);
      }}
    />
  );
}
