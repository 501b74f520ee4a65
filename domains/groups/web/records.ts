const codes = {
  kind: 'groups.kind',
  status: 'groups.status',
  language: 'groups.language',
} as const satisfies Record<string, string>;
const page = { permission: 'group.read', to: (id: number) => `/groups/${id}` } as const;

/** How changes of groups and of who is in them read. */
export const records = {
  groups: { codes, page },
  group_members: { codes, page },
  group_mentors: { page },
  group_shuffles: {},
  module_choices: { codes: { state: 'groups.choice.mine' } },
};
