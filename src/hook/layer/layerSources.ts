import type { LayerSource } from './hookLayer.ts';

/** The settings that name the layers. */
export interface LayerSettings {
  readonly MNEMOGRAPH_HOOKS: string;
  readonly MNEMOGRAPH_HOOKS_MANAGED: string;
  readonly MNEMOGRAPH_HOOKS_USER?: string | undefined;
}

/** Where the layers are, by rank. */
export function layerSources(settings: LayerSettings): readonly LayerSource[] {
  const { MNEMOGRAPH_HOOKS_USER: user } = settings;
  return [
    { scope: 'managed', path: settings.MNEMOGRAPH_HOOKS_MANAGED },
    { scope: 'project', path: settings.MNEMOGRAPH_HOOKS },
    ...(user === undefined ? [] : [{ scope: 'user', path: user } as const]),
  ];
}
