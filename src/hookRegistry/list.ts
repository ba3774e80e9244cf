import { z } from 'zod';
import { AGENT_EVENTS } from '../hook/agentEvent.ts';
import { HOOK_EVENTS } from '../hook/event.ts';
import type { Operation } from '../pipeline/operation.ts';
import { refuseOnlookers } from './access.ts';
import { hookView, inOrder, layerView, REASON_NAMES, skippedView, type HookView } from './hookView.ts';
import { pageInputSchema, pageOf, type CountedPage } from './page.ts';

const SCOPES = ['MANAGED', 'PROJECT', 'USER'] as const;
const EVENTS = [...HOOK_EVENTS, ...AGENT_EVENTS] as const;

const hooksInput = pageInputSchema.extend({
  event: z.enum(EVENTS, 'the name of an event, such as pre_store').nullish(),
  scope: z.enum(SCOPES).nullish(),
  enabled: z.boolean().nullish(),
});

/** `hooks`: what is configured, in the order it is asked; for admins and approvers. */
export const hooks: Operation<z.output<typeof hooksInput>, void, CountedPage<HookView>> = {
  name: 'hooks',
  kind: 'read',
  input: hooksInput,
  prepare: async (context) => refuseOnlookers(context),
  preHooks: [],
  governed: () => null,
  async run({ services }, { event, scope, enabled, ...page }) {
    const found = inOrder(services.hooks.hooks)
      .map(hookView)
      .filter(
        (hook) =>
          (event == null || hook.event === event) &&
          (scope == null || hook.scope === scope) &&
          (enabled == null || hook.enabled === enabled),
      );
    return pageOf(found, ({ id }) => id, page);
  },
};

/** A layer as clients see it. */
export type LayerView = ReturnType<typeof layerView>;

/** `hookLayers`: where hooks come from, by rank; for admins and approvers. */
export const hookLayers: Operation<object, void, LayerView[]> = {
  name: 'hookLayers',
  kind: 'read',
  input: z.object({}),
  prepare: async (context) => refuseOnlookers(context),
  preHooks: [],
  governed: () => null,
  async run({ services }) {
    const { layers, refused } = services.hooks.loaded;
    return layers.layers.map((layer) => layerView(layer, refused));
  },
};

const skippedInput = pageInputSchema.extend({
  scope: z.enum(SCOPES).nullish(),
  reason: z.enum(REASON_NAMES).nullish(),
});

/** `skippedHooks`: entries that were left out, and why; for admins and approvers. */
export const skippedHooks: Operation<
  z.output<typeof skippedInput>,
  void,
  CountedPage<ReturnType<typeof skippedView>>
> = {
  name: 'skippedHooks',
  kind: 'read',
  input: skippedInput,
  prepare: async (context) => refuseOnlookers(context),
  preHooks: [],
  governed: () => null,
  async run({ services }, { scope, reason, ...page }) {
    const found = services.hooks.loaded.layers.layers
      .flatMap((layer) => layer.skipped.map((one) => skippedView(layer, one)))
      .filter((one) => (scope == null || one.scope === scope) && (reason == null || one.reason === reason));
    return pageOf(found, ({ path, details, hookId }) => `${path} ${details} ${hookId ?? ''}`, page);
  },
};
