import { useGraphiQL } from '@graphiql/react';
import { applyEdits, modify } from 'jsonc-parser';
import { useEffect } from 'react';

type Editor = NonNullable<ReturnType<typeof useVariableEditor>>;

let editor: Editor | undefined;

/** What the Variables pane holds now, as text. */
export function readVariablesPane(): string {
  return editor?.getValue() ?? '';
}

/** Writes values into the Variables pane where a person sees them; the rest of its text, comments too, stays. */
export function writeVariablesPane(values: Readonly<Record<string, unknown>>): void {
  let text = readVariablesPane();
  for (const [name, value] of Object.entries(values)) {
    text = applyEdits(text, modify(text, [name], value, { formattingOptions: { insertSpaces: true, tabSize: 2 } }));
  }
  editor?.setValue(text);
}

/** Lends GraphiQL's Variables pane to the two functions above; renders nothing. */
export function VariablesPaneBinding() {
  const current = useVariableEditor();
  useEffect(() => {
    editor = current;
  }, [current]);
  return null;
}

function useVariableEditor() {
  return useGraphiQL((state) => state.variableEditor);
}
