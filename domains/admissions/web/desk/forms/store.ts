import type { SectionStore } from '#domains/questions/web/index.ts';
import { silent } from '#platform/web/index.ts';
import { apiOf, type Form, refresh } from '../../api.ts';

/** How the builder keeps the sections of an application form: each is a record of its own. */
export function sectionsOf(form: Form): SectionStore {
  const { batch } = apiOf(form.flavour);
  return {
    put: ({ id, version }, fields) => batch.save.call({ id, version, fields }, silent),
    name: (section, words) =>
      batch.save.call(
        section ? { id: section.id, version: section.version, ...words } : { form_id: form.id, ...words },
        silent,
      ),
    remove: ({ id, version }) => batch.save.call({ id, version, remove: true }, silent),
    restore: ({ id, title, note, fields }) =>
      batch.save.call(
        {
          form_id: form.id,
          title,
          note,
          fields: [...fields],
          position: form.batches.find((one) => one.id === id)?.position ?? 0,
        },
        silent,
      ),
    async shift(section, by) {
      const at = form.batches.findIndex(({ id }) => id === section.id);
      const mine = form.batches[at];
      const other = form.batches[at + by];
      if (!mine || !other) return;
      // Two sections may have the same place in old forms; their order by id then decides.
      const [here, there] =
        mine.position === other.position ? [other.position + by, other.position] : [other.position, mine.position];
      await batch.save.call({ id: mine.id, version: mine.version, position: Math.max(0, here) }, silent);
      await batch.save.call({ id: other.id, version: other.version, position: there }, silent);
    },
    refresh,
  };
}
