import { defineHook, type Hook } from '#platform/server/hooks.ts';

export const textEditor: Hook<string> = defineHook(
  'files.text_editor',
  'Permissions of those who write formatted texts with pictures, so that they may upload some.',
);
