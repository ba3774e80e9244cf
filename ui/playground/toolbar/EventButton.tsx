import { ToolbarButton, useGraphiQL } from '@graphiql/react';
import { useState } from 'react';
import { DOCUMENTS } from '../documents.ts';
import { PLAYGROUND_NAMESPACE } from '../examples.ts';
import { identityHeaders } from '../identity/identity.ts';
import { sendOverHttp } from '../transport/sendOverHttp.ts';

const LABEL = `Make something happen: store a memory in \`${PLAYGROUND_NAMESPACE}\` that is forgotten in an hour`;

/** Beside a subscription: stores a memory, since leaving the tab to store one would end the subscription. */
export function EventButton() {
  const hasSubscription = useGraphiQL((state) =>
    Boolean(state.operations?.some(({ operation }) => operation === 'subscription')),
  );
  const [refusal, setRefusal] = useState<string>();
  if (!hasSubscription) return null;

  async function store() {
    const time = new Date().toISOString().slice(11, 19);
    const input = {
      title: `Something happened at ${time}`,
      content: `Stored at ${time} UTC to show what an event looks like.`,
      namespace: PLAYGROUND_NAMESPACE,
      ttlSecs: 3_600,
      onConflict: 'VERSION',
      force: true,
    };
    const { errors } = await sendOverHttp({ query: DOCUMENTS.storeSomething, variables: { input } }, identityHeaders());
    setRefusal(errors?.[0]?.message);
  }

  return (
    <ToolbarButton label={refusal ?? LABEL} className="event-button" onClick={() => void store()}>
      <svg viewBox="0 0 20 20" className="graphiql-toolbar-icon" aria-hidden="true">
        <path
          d="M11 2 4 11.5h4.5L8 18l7.5-9.8H11z"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
      </svg>
    </ToolbarButton>
  );
}
