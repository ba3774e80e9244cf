import type { SyntheticEvent } from 'react';
import { setIdentity, useIdentity } from './identity.ts';

const FIELDS = [
  { name: 'agentId', label: 'Agent id', header: 'x-agent-id', example: 'ada' },
  { name: 'namespace', label: 'Home namespace', header: 'x-namespace', example: 'acme/research' },
  { name: 'roles', label: 'Roles', header: 'x-roles', example: 'agent, approver' },
] as const;

/** Shows as whom requests are made, and lets it be changed; for HTTP and WebSocket alike. */
export function IdentityControl() {
  const identity = useIdentity();

  function save(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const field = (name: string) => String(data.get(name) ?? '');
    setIdentity({ agentId: field('agentId'), namespace: field('namespace'), roles: field('roles') });
    document.getElementById('identity')?.hidePopover();
  }

  return (
    <>
      <button type="button" popoverTarget="identity" className="identity-button">
        Acting as <b>{identity.agentId || 'local'}</b>
        <small>{identity.agentId ? identity.roles || 'agent' : 'admin'}</small>
      </button>
      <div id="identity" popover="auto" className="identity-panel">
        <form key={JSON.stringify(identity)} onSubmit={save}>
          <p>
            Who reads and writes. Without an agent id you are <code>local</code>, an admin who sees everything. Name
            another agent to see what it sees.
          </p>
          {FIELDS.map(({ name, label, header, example }) => (
            <label key={name}>
              <span>
                {label} <code>{header}</code>
              </span>
              <input
                name={name}
                defaultValue={identity[name]}
                placeholder={example}
                autoComplete="off"
                spellCheck={false}
              />
            </label>
          ))}
          <p className="identity-actions">
            <button type="submit">Use</button>
            <button type="button" onClick={() => setIdentity({ agentId: '', namespace: '', roles: '' })}>
              Back to local
            </button>
          </p>
          <p>Headers of a single tab go into its Headers pane and win over these.</p>
        </form>
      </div>
    </>
  );
}
