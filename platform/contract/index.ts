export * from './access.ts';
export * from './call.ts';
export * from './errors.ts';
export * from './imports.ts';
export * from './password.ts';
export * from './security.ts';
export * from './shapes.ts';
export * from './workflow.ts';
