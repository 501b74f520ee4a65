export const t = (uz: string, ru: string, en: string) => ({ uz, ru, en });

/** What a place in a short course needs of who applies for it: a discount code, and of a minor who agrees. */
export const courseFields = (form_id: number) => ({
  form_id,
  position: 3,
  title: t('Kurs uchun', 'Для курса', 'For the course'),
  fields: [
    { key: 'discount_code', type: 'TEXT', title: t('Chegirma kodi', 'Промокод', 'Discount code'), max: 40 },
    {
      key: 'guardian_name',
      type: 'TEXT',
      title: t('Ota-ona yoki vasiy', 'Родитель или опекун', 'Parent or guardian'),
      hint: t(
        'Tinglovchi oʻn sakkizga toʻlmagan boʻlsa',
        'Если слушателю нет восемнадцати',
        'Where the listener is under eighteen',
      ),
      max: 200,
    },
    {
      key: 'guardian_phone',
      type: 'PHONE',
      title: t('Ota-ona yoki vasiy telefoni', 'Телефон родителя или опекуна', 'Phone of the parent or guardian'),
    },
  ],
});
