import { Text } from '@mantine/core';
import { silent, useMessages } from '#platform/web/index.ts';
import { FormDrawer, notify, showMoney } from '#platform/web/kit/index.ts';
import { refundAsk } from '../../contract/refunds.ts';
import { api, refresh } from '../api.ts';

const schema = refundAsk.omit({ contract_id: true, student_id: true });

/** What was paid above a contract, or for none. */
export type Returned = { id: number; number: string; payer_name: string; credit: string } | ReturnedBesides;
export interface ReturnedBesides {
  student_id: number;
  name: string;
  credit: string;
}

/** Asks that what was paid above what is owed is given back; somebody else decides. */
export function AskRefund({ of, onClose }: { of: Returned | undefined; onClose: () => void }) {
  const t = useMessages();
  return (
    <FormDrawer
      as="modal"
      opened={of !== undefined}
      onClose={onClose}
      title={t('accounting.refunds.ask')}
      schema={schema}
      record={null}
      draftKey={false}
      defaults={of ? { amount: of.credit } : {}}
      intro={
        of && (
          <Text size="sm">
            {'number' in of
              ? t('accounting.refunds.ask_about', {
                  name: of.payer_name,
                  number: of.number,
                  credit: showMoney(of.credit),
                })
              : t('accounting.refunds.ask_besides', { name: of.name, credit: showMoney(of.credit) })}
          </Text>
        )
      }
      fields={[
        { control: 'money', name: 'amount', label: t('accounting.field.amount'), required: true },
        { control: 'textarea', name: 'reason', label: t('accounting.field.reason'), required: true, wide: true },
        { control: 'text', name: 'pay_to', label: t('accounting.refunds.pay_to'), wide: true },
      ]}
      save={(payload) =>
        api.refund.ask.call(
          {
            ...(payload as { amount: string; reason: string }),
            ...('number' in of! ? { contract_id: of.id } : { student_id: of!.student_id }),
          },
          silent,
        )
      }
      onSaved={() => {
        notify.success(t('accounting.refunds.asked'));
        void refresh();
      }}
    />
  );
}
