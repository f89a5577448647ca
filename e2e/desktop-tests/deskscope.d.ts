/* oxlint-disable typescript/consistent-type-imports -- a declared module names nothing beside it in another way */
// The types of the sources: the package's exist only after a build.
declare module 'deskscope/test' {
  type Types = typeof import('../../src-main/package/test-types.ts');
  export const test: Types['test'];
  export const expect: Types['expect'];
  export type App = import('../../src-main/package/test-types.ts').App;
  export type Window = import('../../src-main/package/test-types.ts').Window;
}
