import { Alert, Box, Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { z } from 'zod';
import { showDateTime } from '../show/values.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import { FormContext } from './context.tsx';
import type { FieldDefinition } from './field-control.tsx';
import { FieldControl } from './field-control.tsx';
import type { RecordFormOptions, RecordFormState } from './use-record-form.tsx';
import { useRecordForm } from './use-record-form.tsx';

export interface FormSectionProps {
  title?: ReactNode | undefined;
  description?: ReactNode | undefined;
  children: ReactNode;
}

/** A named part of a form: two columns where it is at least 560 px wide, one below. */
export function FormSection({ title, description, children }: FormSectionProps) {
  return (
    <Box component="section">
      {title !== undefined && (
        <Title order={2} size="h5" mb={description === undefined ? 'sm' : 2}>
          {title}
        </Title>
      )}
      {description !== undefined && (
        <Text size="sm" c="dimmed" mb="sm">
          {description}
        </Text>
      )}
      <SimpleGrid type="container" cols={{ base: 1, '560px': 2 }} spacing="md" verticalSpacing="md">
        {children}
      </SimpleGrid>
    </Box>
  );
}

export interface FormSectionDefinition {
  title?: ReactNode;
  description?: ReactNode;
  fields: FieldDefinition[];
}

export interface RecordFormProps<S extends z.ZodType, R> extends RecordFormOptions<S, R> {
  /** one section without a name */
  fields?: FieldDefinition[] | undefined;
  sections?: FormSectionDefinition[] | undefined;
  /** stands before the fields: what they depend on */
  intro?: ReactNode | undefined;
  /** controls bound by name, beside or instead of the definitions */
  children?: ReactNode | ((state: RecordFormState) => ReactNode);
  onCancel?: (() => void) | undefined;
  submitLabel?: ReactNode | undefined;
  /** names of fields for the conflict panel, where the definitions have none */
  labels?: Record<string, ReactNode> | undefined;
  /** a stored value as people read it, for the conflict panel: words instead of codes, titles instead of numbers */
  shownValue?: ((field: string, value: unknown) => unknown) | undefined;
  /** extra buttons left of Cancel */
  actions?: ReactNode | undefined;
}

/** One form for creating and editing. */
export function RecordForm<S extends z.ZodType, R = unknown>(props: RecordFormProps<S, R>) {
  const state = useRecordForm<S, R>(props);
  return <RecordFormView {...props} state={state} />;
}

/** The form's face, for those who hold its state themselves (`useRecordForm`). */
export function RecordFormView<S extends z.ZodType, R>({
  state,
  ...props
}: RecordFormProps<S, R> & { state: RecordFormState }) {
  const { fields, sections, children, onCancel, submitLabel, actions } = props;
  const all: FormSectionDefinition[] = [...(fields ? [{ fields }] : []), ...(sections ?? [])];
  const labels: Record<string, ReactNode> = {
    ...Object.fromEntries(all.flatMap((section) => section.fields.map((field) => [field.name, field.label]))),
    ...props.labels,
  };
  return (
    <FormContext value={state.binding}>
      <form ref={state.formRef} noValidate onSubmit={(event) => void state.submit(event)} aria-busy={state.submitting}>
        <Stack gap="lg">
          {state.restored !== null && (
            <Alert color="blue" icon={<IconHistory aria-hidden />} role="status" p="xs">
              <Group justify="space-between">
                <Text size="sm">
                  <FormattedMessage id="kit.draft.restored" values={{ when: showDateTime(state.restored) }} />
                </Text>
                <Button size="compact-sm" variant="light" onClick={state.discard}>
                  <FormattedMessage id="kit.draft.discard" />
                </Button>
              </Group>
            </Alert>
          )}
          {state.conflict && (
            <ConflictPanel
              conflict={state.conflict}
              labels={labels}
              shownValue={props.shownValue}
              onSettle={state.settle}
            />
          )}
          {props.intro}
          {all.map((section, index) => (
            <FormSection key={section.fields[0]?.name ?? index} title={section.title} description={section.description}>
              {section.fields.map((field) => (
                <FieldControl key={field.name} {...field} />
              ))}
            </FormSection>
          ))}
          {typeof children === 'function' ? children(state) : children}
          <div aria-live="assertive">
            {state.problem !== null && (
              <Alert color="red" icon={<IconAlertCircle aria-hidden />} p="xs" data-problem>
                {state.problem}
              </Alert>
            )}
          </div>
          {!props.disabled && (
            <Group justify="flex-end">
              {actions}
              {onCancel && (
                <Button variant="default" onClick={onCancel} disabled={state.submitting}>
                  <FormattedMessage id="kit.cancel" />
                </Button>
              )}
              <Button type="submit" loading={state.submitting} disabled={state.conflict !== null}>
                {submitLabel ?? <FormattedMessage id="kit.save" />}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </FormContext>
  );
}
