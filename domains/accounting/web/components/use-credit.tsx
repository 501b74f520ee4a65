import { Text } from '@mantine/core';
import { silent, useMessages } from '#platform/web/index.ts';
import { FormDrawer, showMoney } from '#platform/web/kit/index.ts';
import { creditUse } from '../../shapes-money.ts';
import { api, type Contract, loadContracts, refresh } from '../api.ts';

const schema = creditUse.omit({ from_contract_id: true });

/** What was paid above this contract pays another one of the same person. */
export function UseCredit({ contract, onClose }: { contract: Contract | undefined; onClose: () => void }) {
  const t = useMessages();
  return (
    <FormDrawer
      as="modal"
      opened={contract !== undefined}
      onClose={onClose}
      title={t('accounting.credit.use')}
      schema={schema}
      record={null}
      draftKey={false}
      defaults={contract ? { amount: contract.credit } : {}}
      intro={
        contract && (
          <Text size="sm">
            {t('accounting.credit.about', {
              name: contract.payer_name,
              number: contract.number,
              credit: showMoney(contract.credit),
            })}
          </Text>
        )
      }
      fields={[
        {
          control: 'async',
          name: 'contract_id',
          label: t('accounting.credit.to'),
          load: async (search, ids) =>
            (await loadContracts(search || (ids ? '' : (contract?.payer_name ?? '')), ids)).filter(
              ({ id }) => id !== contract?.id,
            ),
          required: true,
        },
        { control: 'money', name: 'amount', label: t('accounting.field.amount'), required: true },
      ]}
      save={(payload) =>
        api.payment.use_credit.call(
          { ...(payload as { contract_id: number; amount: string }), from_contract_id: contract!.id },
          silent,
        )
      }
      onSaved={() => {
        void refresh();
      }}
    />
  );
}
