import { Avatar, Badge, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Names } from './values.ts';
import { fullName, initials, showDate, showDateTime, showMoney, showPhone } from './values.ts';

export interface PersonProps {
  person: (Names & { username?: string | null | undefined; avatar?: string | null | undefined }) | null | undefined;
  /** under the name; by default the username */
  note?: ReactNode | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
}

/** Picture or initials (their colour is the name's), full name, identifier. */
export function Person({ person, note, size = 'md' }: PersonProps) {
  const name = person ? fullName(person) : '';
  const second = note ?? person?.username;
  return (
    <Group gap="sm" wrap="nowrap" style={{ minWidth: 0 }} data-person>
      <Avatar
        src={person?.avatar ?? null}
        alt=""
        // Lists with compact rows ask for smaller pictures.
        size={size === 'sm' ? 26 : size === 'lg' ? 56 : 'var(--person-size, 34px)'}
        radius={999}
        name={name || '?'}
        color="initials"
        aria-hidden
      >
        {person && initials(person) ? initials(person) : undefined}
      </Avatar>
      <div style={{ minWidth: 0 }}>
        <Text size={size === 'lg' ? 'lg' : 'sm'} fw={500} lh={1.3}>
          {name || <FormattedMessage id="kit.person.unknown" />}
        </Text>
        {second !== undefined && second !== null && size !== 'sm' && (
          <Text component="div" size="xs" c="dimmed" lh={1.3}>
            {second}
          </Text>
        )}
      </div>
    </Group>
  );
}

/** What a status means at a glance; its word always stands in it, colour alone says nothing. */
const tones: Record<string, string> = {
  ACCEPTED: 'teal',
  APPROVED: 'teal',
  ACTIVE: 'teal',
  ACTIVATED: 'teal',
  PUBLISHED: 'teal',
  PAID: 'teal',
  ATTENDED: 'teal',
  SUPPORTED: 'teal',
  VERIFIED: 'teal',
  EMPLOYED: 'teal',
  DONE: 'teal',
  COMPLETED: 'teal',
  PASSED: 'teal',
  GRADUATED: 'teal',
  SENT: 'teal',
  READY: 'teal',
  PENDING: 'yellow',
  REQUIRE_UPDATE: 'orange',
  UPDATE_REQUIRED: 'orange',
  CAN_UPDATE: 'orange',
  EXPLICABLE: 'orange',
  PARTIAL: 'orange',
  OVERDUE: 'red',
  GAP_YEAR: 'orange',
  CONFIRMED: 'teal',
  MODERATED: 'indigo',
  WITHHELD: 'red',
  DEFERRED: 'orange',
  SUBMITTED: 'blue',
  RUNNING: 'blue',
  IN_PROGRESS: 'blue',
  OPEN: 'blue',
  NEW: 'blue',
  CHECKED: 'blue',
  LOOKING_FOR_JOB: 'blue',
  DECLINED: 'red',
  REJECTED: 'red',
  REJECTED_2: 'red',
  REJECTED_3: 'red',
  NOT_ATTENDED: 'red',
  FAILED: 'red',
  EXPIRED: 'gray',
  DELETED: 'red',
  CANCELLED: 'gray',
  WITHDRAWAL: 'red',
  BLOCKED: 'red',
  DEBT: 'red',
};

export interface StatusBadgeProps {
  status: string;
  /** the status in the person's language */
  label?: ReactNode | undefined;
  /** over the usual colour of that status */
  color?: string | undefined;
  /** runs over several lines rather than being cut off */
  wrap?: boolean;
}

export function StatusBadge({ status, label, color, wrap }: StatusBadgeProps) {
  const tone = color ?? tones[status.toUpperCase()] ?? 'gray';
  return (
    <Badge
      variant="light"
      color={tone}
      radius="sm"
      tt="none"
      fw={600}
      {...(wrap ? { h: 'auto', mih: 20, styles: { label: { whiteSpace: 'normal' } } } : {})}
      // Mantine's light variant is below AA for yellow, orange and teal: the word takes the darkest (lightest) shade.
      style={{
        // On the dark skin its tint would sink into the ground.
        '--badge-bg': `light-dark(var(--mantine-color-${tone}-light), color-mix(in srgb, var(--mantine-color-${tone}-7) 45%, transparent))`,
        '--badge-color': `light-dark(var(--mantine-color-${tone}-9), var(--mantine-color-${tone}-2))`,
        color: `light-dark(color-mix(in srgb, var(--mantine-color-${tone}-9) 70%, black), var(--mantine-color-${tone}-2))`,
      }}
    >
      {label ?? status}
    </Badge>
  );
}

const none = '—';

export const DateText = ({ value }: { value: string | null | undefined }) =>
  value ? <time dateTime={value}>{showDate(value)}</time> : none;

/** By when, in red with a sign where that is over. */
export function DueText({ day, late }: { day: string | null | undefined; late: boolean }) {
  const { formatMessage } = useIntl();
  if (!day || !late) return <DateText value={day} />;
  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex" c="red">
      <IconAlertTriangle size={15} role="img" aria-label={formatMessage({ id: 'kit.late' })} />
      <DateText value={day} />
    </Group>
  );
}

/** An instant in Tashkent's time. */
export const DateTimeText = ({ value }: { value: string | null | undefined }) =>
  value ? <time dateTime={value}>{showDateTime(value)}</time> : none;

/** `currency`: the code of another one than soʻm; false where the head of a column says which it is. */
export const MoneyText = ({
  value,
  currency = true,
}: {
  value: string | number | null | undefined;
  currency?: boolean | string;
}) =>
  value === null || value === undefined || value === '' ? (
    none
  ) : (
    <span style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {showMoney(value)}
      {currency && (
        <>
          {'\u00a0'}
          {currency === true ? <FormattedMessage id="kit.som" /> : currency}
        </>
      )}
    </span>
  );

export const PhoneText = ({ value }: { value: string | null | undefined }) =>
  value ? (
    <a href={`tel:+${value.replaceAll(/\D/g, '')}`} style={{ color: 'inherit', whiteSpace: 'nowrap' }}>
      {showPhone(value)}
    </a>
  ) : (
    none
  );
