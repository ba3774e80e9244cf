import { GraphiQL } from 'graphiql';
import { EditorLook } from './EditorLook.tsx';
import { VariablesPaneBinding } from './fill/VariablesPane.tsx';
import { PageHeader } from './PageHeader.tsx';
import { SchemaRefresh } from './server/SchemaRefresh.tsx';
import { ServerBanner } from './server/ServerBanner.tsx';
import { graphiqlStorage, openingTab } from './storedTabs.ts';
import { SHIPPED_TABS } from './tabs.ts';
import { EventButton } from './toolbar/EventButton.tsx';
import { fetcher } from './transport/fetcher.ts';

const opening = openingTab();

/** The whole page. */
export function Playground() {
  return (
    <>
      <PageHeader />
      <ServerBanner />
      <main>
        <GraphiQL
          fetcher={fetcher}
          storage={graphiqlStorage}
          defaultTabs={[...SHIPPED_TABS]}
          initialQuery={opening.query}
          initialVariables={opening.variables}
          shouldPersistHeaders={false}
          defaultEditorToolsVisibility="variables"
          inputValueDeprecation
          schemaDescription
        >
          <GraphiQL.Logo>{null}</GraphiQL.Logo>
          <GraphiQL.Toolbar>
            {({ prettify, copy, merge }) => (
              <>
                {prettify}
                {merge}
                {copy}
                <EventButton />
              </>
            )}
          </GraphiQL.Toolbar>
          <EditorLook />
          <VariablesPaneBinding />
          <SchemaRefresh />
        </GraphiQL>
      </main>
    </>
  );
}
