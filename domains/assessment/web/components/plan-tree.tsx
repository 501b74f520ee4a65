import { ActionIcon, Badge, Button, Group, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconSubtask, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { codeId, titleIn, useLocale } from '#platform/web/index.ts';
import { Empty, NumberField, type RecordFormState, showNumber } from '#platform/web/kit/index.ts';
import { movedBy, newPart, type Part, shareOf, sumOf } from '../plan-draft.ts';
import { useFields } from '../use-fields.ts';
import { ComponentDrawer } from './component-drawer.tsx';
import styles from './plan-tree.module.css';

/** The components of a plan with their parts, weights to write in place, and what they add up to while one writes. */
export function PlanTree({ state }: { state: RecordFormState }) {
  const { t } = useFields();
  const [open, setOpen] = useState<string>();
  const parts = (state.values.components ?? []) as Part[];
  const disabled = state.binding.disabled;
  const write = (path: string, list: Part[]) => state.binding.set(path, list);
  const add = (path: string, list: readonly Part[], kind: string) => {
    write(path, [...list, newPart(list, kind)]);
    setOpen(`${path}.${list.length}`);
  };
  const problem = state.binding.error('components');
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('assessment.plan.tree')}>
        <table className={styles.tree}>
          <thead>
            <tr>
              <th scope="col">{t('assessment.field.component')}</th>
              <th scope="col">{t('assessment.field.kind')}</th>
              <th scope="col" className={styles.number}>
                {t('assessment.field.weight')}
              </th>
              <th scope="col" className={styles.number}>
                {t('assessment.plan.share')}
              </th>
              <th scope="col" className={styles.number}>
                {t('assessment.field.minimum')}
              </th>
              <th scope="col">
                <span className={styles.hidden}>{t('assessment.plan.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {parts.map((part, at) => {
              const path = `components.${at}`;
              const inner = part.components ?? [];
              return [
                <Line
                  key={part.id ?? path}
                  part={part}
                  path={path}
                  list={parts}
                  at={at}
                  within="components"
                  state={state}
                  onOpen={setOpen}
                  onAdd={() => add(`${path}.components`, inner, part.kind)}
                />,
                ...inner.map((one, index) => (
                  <Line
                    key={one.id ?? `${path}.${index}`}
                    part={one}
                    parent={part}
                    path={`${path}.components.${index}`}
                    list={inner}
                    at={index}
                    within={`${path}.components`}
                    state={state}
                    onOpen={setOpen}
                  />
                )),
                inner.length > 0 && (
                  <tr key={`${path} foot`} className={styles.foot}>
                    <td className={styles.inner} colSpan={2}>
                      {t('assessment.plan.parts_sum', { name: part.code || String(at + 1) })}
                    </td>
                    <td className={styles.number}>
                      <Sum parts={inner} />
                    </td>
                    <td colSpan={3} />
                  </tr>
                ),
              ];
            })}
          </tbody>
          {parts.length > 0 && (
            <tfoot>
              <tr>
                <th scope="row" colSpan={2}>
                  {t('assessment.plan.sum')}
                </th>
                <td className={styles.number}>
                  <Sum parts={parts} />
                </td>
                <td colSpan={3} />
              </tr>
            </tfoot>
          )}
        </table>
        {parts.length === 0 && <Empty title={t('assessment.plan.empty')} text={t('assessment.plan.empty_text')} />}
      </section>
      {problem && (
        <Text size="sm" c="red" mt={4} role="alert" data-path="components">
          {problem}
        </Text>
      )}
      {!disabled && (
        <Button
          mt="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => add('components', parts, parts.length === 0 ? 'COURSEWORK' : 'EXAM')}
        >
          {t('assessment.plan.add')}
        </Button>
      )}
      <ComponentDrawer
        path={open}
        state={state}
        course_module_id={state.values.course_module_id as number}
        onClose={() => setOpen(undefined)}
      />
    </div>
  );
}

interface LineProps {
  part: Part;
  parent?: Part;
  path: string;
  list: readonly Part[];
  at: number;
  /** path of the list that it stands in */
  within: string;
  state: RecordFormState;
  onOpen: (path: string) => void;
  /** Adds a part; parts have none. */
  onAdd?: () => void;
}

function Line({ part, parent, path, list, at, within, state, onOpen, onAdd }: LineProps) {
  const { t, label } = useFields();
  const intl = useIntl();
  const { locale } = useLocale();
  const title = titleIn(part.title, locale) || part.code;
  const name = title || t('assessment.plan.unnamed', { number: at + 1 });
  const { disabled } = state.binding;
  const faulty = ['code', 'title', 'kind', 'title.uz', 'title.ru', 'title.en'].some((key) =>
    state.binding.error(`${path}.${key}`),
  );
  const grey = { variant: 'subtle', color: 'gray' } as const;
  return (
    <tr>
      <th scope="row" className={parent ? styles.inner : undefined}>
        <Group gap={6} wrap="nowrap">
          <Text size="sm" fw={parent ? 400 : 600}>
            {name}
          </Text>
          {part.code && (
            <Text size="xs" c="dimmed">
              {part.code}
            </Text>
          )}
          {part.source && part.source !== 'MANUAL' && (
            <Badge size="sm" variant="light" color="blue" style={{ flexShrink: 0 }}>
              {t(codeId('assessment.source', part.source))}
            </Badge>
          )}
          {faulty && (
            <Badge size="sm" variant="light" color="red" style={{ flexShrink: 0 }}>
              {t('assessment.plan.incomplete')}
            </Badge>
          )}
        </Group>
      </th>
      <td>{t(codeId('assessment.kind', part.kind))}</td>
      <td className={styles.number}>
        <NumberField
          name={`${path}.weight`}
          aria-label={`${label('weight')}: ${name}`}
          min={0}
          max={100}
          decimals={2}
          suffix=" %"
        />
      </td>
      <td className={styles.number}>{showNumber(shareOf(part, parent), intl.locale)} %</td>
      <td className={styles.number}>
        <NumberField
          name={`${path}.minimum`}
          aria-label={`${label('minimum')}: ${name}`}
          min={0}
          max={100}
          decimals={1}
        />
      </td>
      <td>
        <Group gap={2} wrap="nowrap" justify="flex-end">
          {!disabled && (
            <>
              {onAdd && (
                <ActionIcon {...grey} aria-label={t('assessment.plan.add_part_to', { name })} onClick={onAdd}>
                  <IconSubtask size={16} aria-hidden />
                </ActionIcon>
              )}
              <ActionIcon
                {...grey}
                aria-label={t('assessment.plan.up', { name })}
                disabled={at === 0}
                onClick={() => state.binding.set(within, movedBy(list, at, -1))}
              >
                <IconArrowUp size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                {...grey}
                aria-label={t('assessment.plan.down', { name })}
                disabled={at === list.length - 1}
                onClick={() => state.binding.set(within, movedBy(list, at, 1))}
              >
                <IconArrowDown size={16} aria-hidden />
              </ActionIcon>
            </>
          )}
          <ActionIcon {...grey} aria-label={t('assessment.plan.open', { name })} onClick={() => onOpen(path)}>
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
          {!disabled && (
            <ActionIcon
              {...grey}
              aria-label={t('assessment.plan.remove', { name })}
              onClick={() =>
                state.binding.set(
                  within,
                  list.filter((_, index) => index !== at),
                )
              }
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      </td>
    </tr>
  );
}

/** The sum of siblings, red until it is a hundred. */
function Sum({ parts }: { parts: readonly Part[] }) {
  const { t } = useFields();
  const intl = useIntl();
  const sum = sumOf(parts);
  const right = sum === 100;
  return (
    <Text
      span
      size="sm"
      fw={600}
      className="tabular"
      aria-live="polite"
      {...(right ? {} : { c: 'var(--mantine-color-error)' })}
    >
      {right
        ? '100 %'
        : t(sum < 100 ? 'assessment.plan.short' : 'assessment.plan.over', {
            sum: showNumber(sum, intl.locale),
            by: showNumber(Math.round(Math.abs(100 - sum) * 100) / 100, intl.locale),
          })}
    </Text>
  );
}
