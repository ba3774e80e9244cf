import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));

/**
 * GraphiQL's style sheet carries its fonts as data: addresses. As files of their own they are fetched only when a page
 * needs them, and the content security policy can say `font-src 'self'`.
 */
function fontsAsFiles(): Plugin {
  return {
    name: 'fonts-as-files',
    generateBundle(_options, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type !== 'asset' || !asset.fileName.endsWith('.css')) continue;
        asset.source = String(asset.source).replace(
          /url\("?data:font\/(woff2?|ttf);base64,([^)"]+)"?\)/g,
          (_match, extension: string, base64: string) => {
            const source = Buffer.from(base64, 'base64');
            const name = `font-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.${extension}`;
            this.emitFile({ type: 'asset', fileName: `assets/${name}`, source });
            return `url(./${name})`;
          },
        );
      }
    },
  };
}

/** The playground: everything it needs lies in `dist/ui/playground`, addressed relatively. */
export default defineConfig({
  root: here,
  base: './',
  plugins: [fontsAsFiles()],
  worker: { format: 'es' },
  build: {
    outDir: fileURLToPath(new URL('../../dist/ui/playground', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Monaco is one big chunk by nature; the size is watched by test/browser/bundle.test.ts.
    chunkSizeWarningLimit: 5_000,
    reportCompressedSize: false,
    rolldownOptions: {
      // "use client" at the top of GraphiQL's parts means nothing in a bundle.
      onLog: (level, log, report) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
  server: { proxy: { '/graphql': { target: 'http://127.0.0.1:4000', ws: true }, '/healthz': 'http://127.0.0.1:4000' } },
});
