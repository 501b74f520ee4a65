/** How changes of the lists that selectors are filled from read. */
export const records = {
  institutions: {},
  settings: { fields: { name: 'institutions.field.setting', value: 'institutions.field.value' } },
  departments: { codes: { kind: 'institutions.kind' } },
  education_places: {
    codes: { kind: 'institutions.place_kind' },
    fields: { name: 'institutions.field.place_name', parent_id: 'institutions.field.building' },
  },
  categories: { fields: { kind: 'institutions.field.category_kind' } },
  option_types: { codes: { variable: 'institutions.variable' } },
  countries: {},
  states: {},
  cities: {},
  academic_years: {},
  semesters: {},
  levels: {},
  education_forms: {},
  page_settings: {},
  video_tutorials: {},
};
