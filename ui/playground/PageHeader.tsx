import { IdentityControl } from './identity/IdentityControl.tsx';
import { restoreTabs } from './restoreTabs.ts';

/** Name of the product, as whom one acts, and the way back to the shipped tabs. */
export function PageHeader() {
  return (
    <header className="page-header">
      <img src="./favicon.svg" alt="" width="24" height="24" />
      <h1>Mnemograph</h1>
      <span className="page-kind">playground</span>
      <button
        type="button"
        className="restore-button"
        title="Puts the shipped tabs back as they came; tabs of your own stay."
        onClick={restoreTabs}
      >
        Restore tabs
      </button>
      <IdentityControl />
    </header>
  );
}
