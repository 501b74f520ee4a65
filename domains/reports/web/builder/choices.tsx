import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useMessages } from '#platform/web/index.ts';
import { SelectField } from '#platform/web/kit/index.ts';
import { chartKinds, type Measure, measureKinds, periods, type ReportDefinition } from '../../definition.ts';
import type { SubjectOffered } from '../api.ts';
import { Filters } from './filters.tsx';

const isNumber = (kind: string) => kind === 'number' || kind === 'money';

/** A report that is begun: the usual columns, or of what is told in numbers alone its first field. */
export const begun = (subject: SubjectOffered): ReportDefinition => ({
  subject: subject.id,
  columns: subject.counts_only ? [] : subject.usual,
  filters: [],
  groups: subject.counts_only ? subject.usual.slice(0, 1).map((field) => ({ field })) : [],
  measures: subject.counts_only ? [{ what: 'people' }] : [],
  sort: null,
  chart: subject.counts_only ? 'bar' : 'none',
});

/** Everything that one chooses of a report. */
export function Choices({
  subjects,
  definition,
  onChange,
}: {
  subjects: readonly SubjectOffered[];
  definition: ReportDefinition;
  onChange: (definition: ReportDefinition) => void;
}) {
  const t = useMessages();
  const subject = subjects.find(({ id }) => id === definition.subject);
  const put = (part: Partial<ReportDefinition>) => onChange({ ...definition, ...part });
  const counted = definition.groups.length > 0 || definition.measures.length > 0;
  return (
    <Stack gap="md">
      <SelectField
        label={t('reports.subject')}
        required
        options={subjects}
        value={definition.subject}
        onChange={(id) => {
          const next = subjects.find((one) => one.id === id);
          if (next && next.id !== definition.subject) onChange(begun(next));
        }}
      />
      {subject && !subject.counts_only && (
        <SegmentedControl
          aria-label={t('reports.shape')}
          value={counted ? 'groups' : 'rows'}
          data={[
            { value: 'rows', label: t('reports.shape.rows') },
            { value: 'groups', label: t('reports.shape.groups') },
          ]}
          onChange={(shape) => {
            const first = subject.fields.find(({ kind }) => kind === 'code') ?? subject.fields[0];
            if (shape === 'rows')
              put({
                groups: [],
                measures: [],
                sort: null,
                chart: 'none',
                columns: definition.columns.length ? definition.columns : subject.usual,
              });
            else
              put({
                groups: first ? [{ field: first.id }] : [],
                measures: [{ what: subject.people ? 'people' : 'rows' }],
                sort: null,
                chart: 'bar',
              });
          }}
        />
      )}
      {subject && !counted && (
        <SelectField
          label={t('reports.columns')}
          multiple
          options={subject.fields}
          value={definition.columns}
          onChange={(columns) => put({ columns: columns.map(String), sort: null })}
        />
      )}
      {subject && counted && <Counting subject={subject} definition={definition} put={put} />}
      {subject && <Filters subject={subject} filters={definition.filters} onChange={(filters) => put({ filters })} />}
    </Stack>
  );
}

function Counting({
  subject,
  definition,
  put,
}: {
  subject: SubjectOffered;
  definition: ReportDefinition;
  put: (part: Partial<ReportDefinition>) => void;
}) {
  const t = useMessages();
  const { groups, measures } = definition;
  const kindOf = (name: string) => subject.fields.find(({ id }) => id === name)?.kind;
  const numbers = subject.fields.filter(({ kind }) => isNumber(kind));
  /** `sum:amount`, so that one list offers all of them. */
  const keyOf = ({ what, field }: Measure) => (field ? `${what}:${field}` : what);
  const offered = [
    { id: 'rows', title: t('reports.measure.rows') },
    ...(subject.people ? [{ id: 'people', title: t('reports.measure.people') }] : []),
    ...(subject.counts_only
      ? []
      : numbers.flatMap((field) =>
          (['sum', 'average', 'least', 'most'] as const).map((what) => ({
            id: `${what}:${field.id}`,
            title: t('reports.measure.of', { what: t(`reports.measure.${what}`), field: field.title }),
          })),
        )),
  ];
  return (
    <>
      {[0, ...(subject.counts_only || groups.length === 0 ? [] : [1])].map((at) => {
        const group = groups[at];
        return (
          <Stack key={at} gap={6}>
            <SelectField
              label={t(at === 0 ? 'reports.group' : 'reports.group.second')}
              clearable={at === 1}
              required={at === 0 && subject.counts_only}
              options={subject.fields}
              value={group?.field ?? null}
              onChange={(name) => {
                const rest = groups.filter((_, index) => index !== at);
                const next = name === null ? [] : [{ field: String(name) }];
                put({ groups: at === 0 ? [...next, ...rest].slice(0, 2) : [...rest, ...next], sort: null });
              }}
            />
            {group && kindOf(group.field) === 'date' && (
              <SelectField
                aria-label={t('reports.period')}
                required
                options={periods.map((by) => ({ id: by, title: t(`reports.period.${by}`) }))}
                value={group.by ?? 'year'}
                onChange={(by) => {
                  const chosen = periods.find((one) => one === by);
                  put({ groups: groups.map((one, index) => (index === at && chosen ? { ...one, by: chosen } : one)) });
                }}
              />
            )}
          </Stack>
        );
      })}
      <SelectField
        label={t('reports.measures')}
        multiple
        options={offered}
        value={measures.map(keyOf)}
        onChange={(keys) =>
          put({
            measures: keys.flatMap((key) => {
              const [name, field] = String(key).split(':');
              const what = measureKinds.find((one) => one === name);
              return what ? [{ what, ...(field ? { field } : {}) }] : [];
            }),
            sort: null,
          })
        }
      />
      <div>
        <Text size="sm" fw={500} mb={4}>
          {t('reports.chart')}
        </Text>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('reports.chart')}
          value={definition.chart}
          data={chartKinds.map((kind) => ({ value: kind, label: t(`reports.chart.${kind}`) }))}
          onChange={(kind) => {
            const chart = chartKinds.find((one) => one === kind);
            if (chart) put({ chart });
          }}
        />
      </div>
    </>
  );
}
