/** Which way dependencies point (docs: "The house"). Checked by `npm run check:dependencies`. */

/** Folders of src/ below the domains: they know how things are run, kept and embedded, not what a memory is. */
const GROUND = ['database', 'embedding', 'runtime'];
/** Folders of src/ that face the clients. */
const DOORS = ['server', 'schema', 'command'];

const folders = (names) => `^src/(${names.join('|')})/`;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Two modules that need each other are one, or hide a third. Types may go round.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'driver-behind-database',
      comment: 'Only src/database speaks to Neo4j.',
      severity: 'error',
      from: { path: '^src/', pathNot: folders(['database']) },
      to: { path: 'node_modules/neo4j-driver' },
    },
    {
      name: 'ground-knows-no-domain',
      comment:
        'Database, embedding and runtime serve whatever runs on them. Types of a domain are no dependency at run time.',
      severity: 'error',
      from: { path: folders(GROUND) },
      to: { path: '^src/[^/]+/', pathNot: [folders(GROUND), '^src/generated/'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'doors-are-outside',
      comment: 'What a domain does is the same through every door, so it knows none of them.',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: folders([...DOORS, 'generated']) },
      to: { path: folders(DOORS) },
    },
    {
      name: 'pipeline-runs-any-operation',
      comment: 'The pipeline knows the shape of an operation, and no operation.',
      severity: 'error',
      from: { path: folders(['pipeline']) },
      to: {
        path: folders(['memory', 'link', 'reflection', 'namespace', 'graph', 'search', ...DOORS]),
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'nothing-on-the-root',
      comment: 'The composition root composes; nobody depends on it.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/(index|main|importMain|exportMain|commandMain|reembedMain|start|terminal)[.]ts$',
      },
      to: { path: '^src/(index|main|importMain|exportMain|commandMain|reembedMain|start|terminal)[.]ts$' },
    },
    {
      name: 'src-stands-alone',
      comment: 'The server ships without tests, benches, scripts and the pages.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench|scripts|ui|dist)/' },
    },
    {
      name: 'pages-stand-alone',
      comment: 'The pages speak to the server over the wire alone.',
      severity: 'error',
      from: { path: '^ui/' },
      to: { path: '^(src|test|bench|scripts|dist)/' },
    },
    {
      name: 'declared-packages-only',
      comment: 'A package that package.json does not name may vanish with the next update of another.',
      severity: 'error',
      from: { path: '^(src|ui|bench|scripts|test)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'], pathNot: '[.](css|svg)$' },
    },
    {
      name: 'no-dev-packages-at-run-time',
      comment: 'What runs from source only (`*.source.mjs`) may need its loader.',
      severity: 'error',
      from: { path: '^src/', pathNot: '[.]source[.]mjs$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'everything-is-used',
      comment: 'A module that nobody imports is left over.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: ['[.]d[.]ts$', '[.]config[.]', 'inferenceWorker'],
      },
      to: {},
    },
    {
      name: 'unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '[?]' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
