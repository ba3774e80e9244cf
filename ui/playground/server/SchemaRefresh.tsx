import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useEffect } from 'react';
import { useServerState } from './serverState.ts';

/** Reads the schema when the server comes back, if the page came up without it; renders nothing. */
export function SchemaRefresh() {
  const server = useServerState();
  const { introspect } = useGraphiQLActions();
  const missing = useGraphiQL((state) => !state.schema && Boolean(state.fetchError));
  useEffect(() => {
    if (server === 'up' && missing) void introspect();
    // Only the return of the server is a reason: a server that refuses introspection must not be asked in a loop.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [server]);
  return null;
}
