import { z } from 'zod';
import { adminOnly } from '../agent/adminOnly.ts';
import type { PendingAction } from '../pending/pendingAction.ts';
import type { Operation } from '../pipeline/operation.ts';
import { stepwise } from '../pipeline/stepwise.ts';
import { layerView } from './hookView.ts';
import type { LayerView } from './list.ts';

/** What `reloadHooks` did. */
export interface ReloadResult {
  readonly changed: boolean;
  readonly at: string;
  readonly layers: readonly LayerView[];
  readonly error: string | null;
  readonly pending: PendingAction | null;
}

/** `reloadHooks`: reads the hooks files of this server again; only for admins. */
export const reloadHooks: Operation<object, void, ReloadResult> = {
  name: 'reloadHooks',
  kind: 'write',
  input: z.object({}),
  prepare: async (context) => adminOnly(context, 'may reload or test hooks'),
  preHooks: [],
  governed: () => null,
  async run(context) {
    return await stepwise<null, ReloadResult>(context, {
      plan: async () => ({ plan: null }),
      async carryOut() {
        const { changed, at, layers, refused } = await context.services.hooks.reload();
        return {
          changed,
          at: new Date(at).toISOString(),
          layers: layers.layers.map((layer) => layerView(layer, refused)),
          error: refused?.message ?? null,
          pending: null,
        };
      },
    });
  },
};
