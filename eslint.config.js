import graphql from '@graphql-eslint/eslint-plugin';
import jsdoc from 'eslint-plugin-jsdoc';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import typescript from 'typescript-eslint';

/** What a file exports, types included. */
const EXPORTED = [
  'ClassDeclaration',
  'FunctionDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'VariableDeclaration',
];

export default defineConfig(
  globalIgnores(['dist/', 'coverage/', 'src/generated/', 'schema/printed.graphql', '.mnemograph/', '**/node_modules/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  {
    files: ['**/*.{ts,tsx}'],
    extends: [typescript.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines': ['error', 250],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      // Numbers and booleans read well in messages.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // What a closure changes meanwhile (a signal, a stop) is not seen by the control flow analysis that these go by.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // The driver's types promise plain numbers and class instances where it takes and gives others too.
      '@typescript-eslint/no-unnecessary-type-conversion': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // An implementation of an asynchronous port need not wait for anything.
      '@typescript-eslint/require-await': 'off',
      // A look-up that cannot miss is said by `!`, since noUncheckedIndexedAccess sees a miss everywhere.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // graphql-js gives enums where it takes their texts; TypeScript's own strictness types what catch callbacks get.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/use-unknown-in-catch-callback-variable': 'off',
      // A reason that came in goes out as it is; methods of plain objects do without `this`.
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/no-redundant-type-constituents': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },

  {
    name: 'what is exported says what it is for',
    files: ['src/**/*.ts', 'ui/**/*.{ts,tsx}', 'bench/**/*.ts', 'scripts/**/*.{ts,mjs}', 'test/**/*.{ts,js}'],
    ignores: ['test/**/*.test.ts'],
    plugins: { jsdoc },
    rules: {
      'jsdoc/require-jsdoc': [
        'error',
        { publicOnly: true, enableFixer: false, require: { FunctionDeclaration: false }, contexts: EXPORTED },
      ],
      'jsdoc/require-description': [
        'error',
        { contexts: EXPORTED.map((context) => `ExportNamedDeclaration > ${context}`) },
      ],
      'jsdoc/check-param-names': ['error', { checkDestructured: false, disableMissingParamChecks: true }],
      'jsdoc/check-tag-names': ['error', { definedTags: [] }],
      'jsdoc/empty-tags': 'error',
    },
  },

  {
    name: 'one reader of the environment, one end of the process, one log',
    files: ['src/**/*.ts'],
    // production.ts is the first import of main.ts.
    ignores: [
      'src/main.ts',
      'src/importMain.ts',
      'src/exportMain.ts',
      'src/commandMain.ts',
      'src/reembedMain.ts',
      'src/production.ts',
    ],
    rules: {
      'no-console': 'error',
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'node:process', message: 'Take what you need as a parameter; main.ts alone reads the process.' },
          ],
        },
      ],
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Settings come from Config; main.ts alone reads the environment.',
        },
        { object: 'process', property: 'exit', message: 'main.ts alone ends the process.' },
      ],
    },
  },

  {
    name: 'Cypher lives in cypher/',
    files: ['src/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[
          'Literal[value=/\\b(MATCH|MERGE|CREATE)\\s*\\(/]',
          'TemplateElement[value.raw=/\\b(MATCH|MERGE|CREATE)\\s*\\(/]',
        ].map((selector) => ({
          selector,
          message: 'A statement is a file of cypher/, never a string.',
        })),
      ],
    },
  },

  { files: ['ui/**/*.{ts,tsx}'], ...reactHooks.configs.flat.recommended },

  {
    files: ['test/**/*.ts'],
    rules: {
      // A suite is a table; it may be longer than a module.
      'max-lines': ['error', 400],
      // Tests look into answers whose shape they are there to prove.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/no-confusing-void-expression': 'off',
    },
  },

  {
    name: 'the public API',
    files: ['schema/*.graphql'],
    languageOptions: { parser: graphql.parser },
    plugins: { '@graphql-eslint': graphql },
    rules: {
      // Root types are declared once a file, so that each noun has its own; their fields say what they are for.
      '@graphql-eslint/require-description': [
        'error',
        {
          types: true,
          FieldDefinition: true,
          InputValueDefinition: true,
          EnumValueDefinition: true,
          ignoredSelectors: ['[type=ObjectTypeDefinition][name.value=/^(Query|Mutation|Subscription)$/]'],
        },
      ],
      '@graphql-eslint/naming-convention': [
        'error',
        {
          types: 'PascalCase',
          FieldDefinition: 'camelCase',
          InputValueDefinition: 'camelCase',
          Argument: 'camelCase',
          EnumValueDefinition: 'UPPER_CASE',
        },
      ],
      '@graphql-eslint/no-hashtag-description': 'error',
      '@graphql-eslint/unique-enum-value-names': 'error',
      '@graphql-eslint/require-deprecation-reason': 'error',
    },
  },
);
