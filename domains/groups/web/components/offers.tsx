import { Button, Group as Row, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { silent, useMessages } from '#platform/web/index.ts';
import { confirm, notify, StatusBadge, showDate, tellError } from '#platform/web/kit/index.ts';
import { api, type Offer, refresh } from '../api.ts';
import { Places } from './places.tsx';

interface Props {
  offers: Offer[];
  /** of another student; none for one's own */
  student?: number | undefined;
  may: boolean;
  /** the office is not bound to the time for choosing */
  always: boolean;
}

/** The modules on offer, semester by semester: places, deadline, and what was chosen. */
export function Offers({ offers, ...rest }: Props) {
  const t = useMessages();
  const parts = Map.groupBy(offers, ({ study_year, semester }) => `${study_year}.${semester}`);
  return (
    <Stack gap="lg">
      {[...parts].map(([key, some]) => (
        <section key={key}>
          <Title order={2} size="h4" mb="sm">
            {t('groups.choice.semester', { year: some[0]?.study_year ?? 1, semester: some[0]?.semester ?? 1 })}
          </Title>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
            {some.map((offer) => (
              <OfferCard key={offer.course_module_id} offer={offer} {...rest} />
            ))}
          </SimpleGrid>
        </section>
      ))}
    </Stack>
  );
}

function OfferCard({ offer, student, may, always }: Omit<Props, 'offers'> & { offer: Offer }) {
  const t = useMessages();
  const [busy, setBusy] = useState(false);
  const of = student === undefined ? {} : { student_id: student };
  const full = offer.capacity !== null && offer.chosen >= offer.capacity;
  const act = async () => {
    if (
      offer.mine &&
      !(await confirm({
        name: offer.module.title,
        text: t('groups.choice.withdraw.ask', { module: offer.module.title }),
      }))
    )
      return;
    setBusy(true);
    try {
      const after = offer.mine
        ? await api.module_choice.withdraw.call({ course_module_id: offer.course_module_id, ...of }, silent)
        : await api.module_choice.choose.call({ course_module_id: offer.course_module_id, ...of }, silent);
      notify.success(
        after.mine
          ? t(`groups.choice.done.${after.mine}`, { module: offer.module.title, place: after.place ?? 0 })
          : t('groups.choice.withdrawn', { module: offer.module.title }),
      );
    } catch (error) {
      await tellError(error);
    } finally {
      setBusy(false);
      await refresh();
    }
  };
  return (
    <article className="surface" style={{ padding: 16 }} aria-label={offer.module.title}>
      <Stack gap="xs" h="100%">
        <Row justify="space-between" align="flex-start" wrap="nowrap">
          <div>
            <Text fw={600}>{offer.module.title}</Text>
            <Text size="xs" c="dimmed">
              {t('groups.choice.credits', { code: offer.module.code, credits: offer.credits })} ·{' '}
              {t(`groups.choice.type.${offer.type}`)}
            </Text>
          </div>
          {offer.mine && (
            <StatusBadge
              status={offer.mine}
              color={offer.mine === 'CHOSEN' ? 'teal' : 'yellow'}
              label={
                offer.mine === 'WAITING' && offer.place !== null
                  ? t('groups.choice.place', { place: offer.place })
                  : t(`groups.choice.mine.${offer.mine}`)
              }
            />
          )}
        </Row>
        {offer.capacity === null ? (
          <Text size="sm">{t('groups.choice.free', { count: offer.chosen })}</Text>
        ) : (
          <Places taken={offer.chosen} capacity={offer.capacity} />
        )}
        {offer.waiting > 0 && (
          <Text size="sm" c="dimmed">
            {t('groups.choice.waiting', { count: offer.waiting })}
          </Text>
        )}
        <Row justify="space-between" mt="auto" gap="xs">
          <Text size="sm" c="dimmed">
            {offer.opens_on && offer.closes_on
              ? t(offer.open ? 'groups.choice.until' : 'groups.choice.span', {
                  day: showDate(offer.closes_on),
                  from: showDate(offer.opens_on),
                })
              : t('groups.choice.no_time')}
          </Text>
          {may && (offer.open || always) && (
            <Button size="xs" variant={offer.mine ? 'default' : 'filled'} loading={busy} onClick={() => void act()}>
              {t(offer.mine ? 'groups.choice.withdraw' : full ? 'groups.choice.wait' : 'groups.choice.choose')}
            </Button>
          )}
        </Row>
      </Stack>
    </article>
  );
}
