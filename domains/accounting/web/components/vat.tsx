import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { Loaded, notify, RecordForm, Section } from '#platform/web/kit/index.ts';
import { onTopKinds, vatRate } from '../../contract/vat.ts';
import { api, refresh } from '../api.ts';
import { RulesDrawer } from './rules-drawer.tsx';

const schema = vatRate.omit({ of: true });

/** The value added tax of what is charged, by what it is. */
export function Vat({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useMessages();
  return (
    <RulesDrawer opened={opened} onClose={onClose} title={t('accounting.vat.title')} about={t('accounting.vat.about')}>
      <Rates />
    </RulesDrawer>
  );
}

function Rates() {
  const t = useMessages();
  const asked = useQuery(api.vat.read.queryOptions({ input: undefined, ...silent }));
  return (
    <Loaded query={asked}>
      {(rates) =>
        rates.map(({ of, ...rate }) => (
          <Section key={of} title={t(`accounting.vat.kind.${of}`)}>
            <RecordForm
              schema={schema}
              record={null}
              draftKey={false}
              defaults={rate}
              fields={[
                { control: 'number', name: 'percent', label: t('accounting.vat.percent'), required: true },
                ...(onTopKinds.includes(of)
                  ? [
                      {
                        control: 'switch' as const,
                        name: 'on_top' as const,
                        label: t(of === 'COURSE' ? 'accounting.vat.on_top_course' : 'accounting.vat.on_top'),
                      },
                    ]
                  : []),
              ]}
              save={(payload) => api.vat.save.call({ ...rate, ...(payload as Partial<typeof rate>), of }, silent)}
              onSaved={() => {
                notify.success();
                void refresh();
              }}
            />
          </Section>
        ))
      }
    </Loaded>
  );
}
