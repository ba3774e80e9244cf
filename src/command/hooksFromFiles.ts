import type { Layers } from '../hook/layer/layers.ts';
import { hookView, inOrder, layerView } from '../hookRegistry/hookView.ts';
import { table } from './table.ts';

/** What a command has to say, and how it ends. */
export interface CommandOutcome {
  readonly text: string;
  readonly code: number;
  /** What is for people only, on standard error. */
  readonly note?: string;
}

/** `hooks list`: all hooks in the order they are asked. Ends with 3 when a file cannot be read (spec decisions-hooks-passes §B2.7). */
export function listHooks({ layers, hooks }: Layers, json: boolean): CommandOutcome {
  const views = inOrder(hooks).map(hookView);
  const errors = layers.flatMap((layer) => layerView(layer, null).errors);
  const code = errors.length > 0 ? 3 : 0;
  if (json) return { text: JSON.stringify({ hooks: views, errors }, null, 2), code };
  const rows = views.map(({ id, event, scope, priority, mode, enabled, namespace, note }) => [
    id,
    event,
    scope.toLowerCase(),
    String(priority),
    mode.toLowerCase(),
    namespace,
    [enabled ? '' : 'disabled', note ?? ''].filter(Boolean).join('; '),
  ]);
  const listed = table(['ID', 'EVENT', 'LAYER', 'PRIORITY', 'MODE', 'NAMESPACE', ''], rows);
  return { text: [rows.length === 0 ? 'no hooks' : listed, ...errors].join('\n'), code };
}

/**
 * `hooks validate`: what is wrong with the files. Ends with 2 when a file cannot be used, which stops a start; with 3 when
 * entries are left out; else with 0, also for hooks that do not fire yet, which it names.
 */
export function validateHooks({ layers, hooks }: Layers, json: boolean): CommandOutcome {
  const views = layers.map((layer) => layerView(layer, null));
  const errors = views.flatMap((layer) => layer.errors);
  const skipped = views.flatMap((layer) => layer.skippedHooks);
  const notes = hooks.filter(({ enabled }) => enabled).flatMap((hook) => hookView(hook).note ?? []);
  const code = errors.length > 0 ? 2 : skipped.length > 0 ? 3 : 0;
  if (json) return { text: JSON.stringify({ layers: views, notes }, null, 2), code };
  const files = views.flatMap((layer) => layer.files).length;
  return {
    text: [
      ...errors.map((error) => `error    ${error}`),
      ...skipped.map(
        ({ path, hookId, reason, details }) => `skipped  ${path}: ${hookId ?? 'no id'}: ${reason}: ${details}`,
      ),
      ...[...new Set(notes)].map((note) => `note     ${note}`),
      `${hooks.length} hooks in ${files} files; ${errors.length} files cannot be used, ${skipped.length} entries are left out`,
    ].join('\n'),
    code,
  };
}
