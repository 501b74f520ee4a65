import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { SettingsPage } from '#platform/web/kit/index.ts';
import { refundRuleSave } from '../../shapes.ts';
import { api, refresh } from '../api.ts';
import { RefundSteps } from '../components/refund.tsx';

/** What is given back to who gives a place up, unless a course says otherwise. */
export default function Rule() {
  const t = useMessages();
  return (
    <SettingsPage
      title={t('short-courses.rule.title')}
      description={t('short-courses.rule.about')}
      query={useQuery(api.rule.get.queryOptions(silent))}
      schema={refundRuleSave}
      fields={[]}
      save={(payload) => api.rule.save.call(payload, silent)}
      onSaved={() => void refresh()}
    >
      <RefundSteps name="refund_steps" />
    </SettingsPage>
  );
}
