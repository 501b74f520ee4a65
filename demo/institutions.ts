import type { Title } from '#platform/contract/index.ts';

const t = (uz: string, ru: string, en: string): Title => ({ uz, ru, en });

/** The two institutions of the demo university: what does not depend on the year, so that accounts need nothing that does. */
export const INSTITUTIONS = [
  {
    id: 1,
    letter: 'T',
    short: 'TXU',
    region: 'TAS',
    title: t(
      'Toshkent xalqaro universiteti',
      'Ташкентский международный университет',
      'Tashkent International University',
    ),
    email: 'info@tashkent.edulab.uz',
    phone: '998712000001',
    rector: 'Abdurahmonov Rustam Nosirovich',
    licence: 'OT-0117',
    account: '20208000900100117001',
    mfo: '00440',
    tax_id: '301117001',
    address: t(
      'Toshkent shahri, Mirzo Ulugʻbek tumani, Bogʻishamol koʻchasi, 120',
      'г. Ташкент, Мирзо-Улугбекский район, ул. Богишамол, 120',
      '120 Bogʻishamol Street, Mirzo Ulugʻbek District, Tashkent',
    ),
  },
  {
    id: 2,
    letter: 'S',
    short: 'SXU',
    region: 'SAM',
    title: t(
      'Samarqand xalqaro universiteti',
      'Самаркандский международный университет',
      'Samarkand International University',
    ),
    email: 'info@samarkand.edulab.uz',
    phone: '998662000002',
    rector: 'Ismoilova Dilorom Hamidovna',
    licence: 'OT-0132',
    account: '20208000100200132002',
    mfo: '00285',
    tax_id: '302132002',
    address: t(
      'Samarqand shahri, Universitet xiyoboni, 15',
      'г. Самарканд, Университетский бульвар, 15',
      '15 University Boulevard, Samarkand',
    ),
  },
] as const;
