import { pick, useGraphiQL } from '@graphiql/react';
import { useEffect } from 'react';

/** Makes GraphiQL's editors smaller and lets long lines wrap, so that the text of a tab is read whole; renders nothing. */
export function EditorLook() {
  const { queryEditor, variableEditor, headerEditor, responseEditor } = useGraphiQL(
    pick('queryEditor', 'variableEditor', 'headerEditor', 'responseEditor'),
  );
  useEffect(() => {
    for (const editor of [queryEditor, variableEditor, headerEditor, responseEditor]) {
      editor?.updateOptions({ fontSize: 13, wordWrap: 'on', wrappingIndent: 'indent', lineDecorationsWidth: 6 });
    }
  }, [queryEditor, variableEditor, headerEditor, responseEditor]);
  return null;
}
