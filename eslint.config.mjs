import { defineConfig } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Spread, a literal is not checked for properties that nobody knows. */
const noSpreadLiterals = [
  { selector: 'SpreadElement > ObjectExpression', message: 'Write the properties themselves.' },
  { selector: 'SpreadElement > ArrayExpression', message: 'Write the elements themselves.' },
];

export default defineConfig(
  {
    ignores: [
      'out/',
      'node_modules/',
      'demo-output/',
      'test-results/',
      'e2e/target-apps/',
      'scripts/lib/electron-shim/',
      'bench/linux/targets/pages/',
      'bench/linux/peers/*.mjs',
    ],
  },
  {
    files: ['src-*/**/*.{ts,tsx}', 'e2e/**/*.ts', 'bench/**/*.ts', 'scripts/**/*.mjs'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.main.json', 'tsconfig.renderer.json', 'tsconfig.preload.json', 'tsconfig.e2e.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-invalid-void-type': ['error', { allowInGenericTypeArguments: true }],
      'no-restricted-globals': ['error', 'crypto'],
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...noSpreadLiterals],
    },
  },
  {
    files: ['src-*/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}', 'src-main/**/testing/**', 'src-preload/contract/foreign-text.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...noSpreadLiterals,
        {
          selector: 'TemplateElement[value.cooked=/“$/]',
          message: 'Words from outside are quoted by quoted() of #contract/foreign-text, which nothing inside can end.',
        },
      ],
    },
  },
  {
    files: ['src-main/**/*.ts'],
    ignores: ['src-main/app/ipc/router.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'electron', importNames: ['ipcMain'], message: 'Only app/ipc/router.ts.' }] },
      ],
    },
  },
  { files: ['src-renderer/**/*.{ts,tsx}'], ...reactHooks.configs.flat.recommended },
  // It tells what the React Compiler would leave alone; there is no such compiler in the build.
  { files: ['src-renderer/**/*.{ts,tsx}'], rules: { 'react-hooks/incompatible-library': 'off' } },
  // `returns<void>()` is a generic argument too, but the rule's exception knows only those of types.
  { files: ['src-preload/contract/api.ts'], rules: { '@typescript-eslint/no-invalid-void-type': 'off' } },
  {
    files: ['**/*.test.{ts,tsx}', 'src-main/**/testing/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
);
