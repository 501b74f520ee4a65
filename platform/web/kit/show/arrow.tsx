import { IconArrowRight } from '@tabler/icons-react';
import { useIntl } from 'react-intl';

/** Stands between what was and what is now. A drawing, because the served font has no arrow to the right. */
export function Arrow() {
  const { formatMessage } = useIntl();
  return (
    <IconArrowRight
      size="1em"
      role="img"
      aria-label={formatMessage({ id: 'kit.became' })}
      style={{ margin: '0 4px', verticalAlign: '-0.125em' }}
    />
  );
}
