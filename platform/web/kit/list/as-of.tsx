import { ActionIcon, Popover, Stack, Text, Tooltip } from '@mantine/core';
import { IconCalendarClock } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { asOfKey, useAsOf } from '../../as-of.ts';
import { dayOf, today } from '../../clock.ts';
import { DayPicker } from '../controls/dates.tsx';
import { Popup } from '../show/popup.tsx';

/** Which day the list, and with it every page, is looked at as of. */
export function AsOfControl() {
  const intl = useIntl();
  const navigate = useNavigate();
  const time = useAsOf();
  const [opened, setOpened] = useState(false);
  const day = time === undefined ? null : time.length > 10 ? dayOf(time) : time;
  const label = intl.formatMessage({ id: 'kit.as_of.choose' });
  const show = (chosen: string) => {
    setOpened(false);
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, page: undefined, [asOfKey]: chosen }),
    });
  };
  return (
    <Popup
      position="bottom-end"
      width="auto"
      trapFocus
      opened={opened}
      onChange={setOpened}
      target={
        <Tooltip label={label}>
          <ActionIcon
            variant={time === undefined ? 'default' : 'filled'}
            size="input-sm"
            aria-label={label}
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            <IconCalendarClock size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      }
    >
      <Popover.Dropdown aria-label={label}>
        <Stack gap="xs">
          <DayPicker value={day} max={today()} onChange={show} />
          {/* As wide as the calendar, which the words do not widen. */}
          <Text size="xs" c="dimmed" w={0} miw="100%">
            <FormattedMessage id="kit.as_of.about" />
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popup>
  );
}
