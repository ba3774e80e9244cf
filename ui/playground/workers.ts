import EditorWorker from 'monaco-editor/esm/vs/editor/editor.worker.js?worker';
import JsonWorker from 'monaco-editor/esm/vs/language/json/json.worker.js?worker';
import GraphqlWorker from 'monaco-graphql/esm/graphql.worker.js?worker';
import type { Environment } from 'monaco-editor';

declare global {
  interface Window {
    MonacoEnvironment?: Environment;
  }
}

/** Tells the editor where its workers are: files beside the page, so that `worker-src 'self'` is enough. */
self.MonacoEnvironment = {
  getWorker(_id, label) {
    if (label === 'json') return new JsonWorker();
    if (label === 'graphql') return new GraphqlWorker();
    return new EditorWorker();
  },
};
