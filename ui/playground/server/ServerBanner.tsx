import { SERVER_GONE } from './advice.ts';
import { probeServer, useServerState } from './serverState.ts';

/** Says that the server is gone and what to do; not there while all is well. */
export function ServerBanner() {
  if (useServerState() === 'up') return null;
  return (
    <div className="server-banner" role="alert">
      <span>
        <strong>{SERVER_GONE.message}</strong> {withCode(SERVER_GONE.advice)}
      </span>
      <button type="button" onClick={() => void probeServer()}>
        Try now
      </button>
    </div>
  );
}

/** What stands between backticks becomes code. */
function withCode(text: string) {
  return text.split('`').map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part));
}
