// Saved filters of a page; at most one is the favourite.
import type { Filters } from '#core/kernel/query.ts';
import type { PageConfig, Preset } from '#core/session/session.ts';
import { actKey } from '../client/call.ts';

export const presetsOf = (config: PageConfig): Preset[] => config.filtersPreset ?? [];

const having = (config: PageConfig, filtersPreset: Preset[]): PageConfig => ({ ...config, filtersPreset });

export const addPreset = (config: PageConfig, label: string, filters: Filters): PageConfig =>
  having(config, [...presetsOf(config), { key: actKey(), label, favorite: false, filters }]);

export const changePreset = (config: PageConfig, key: string, changes: Partial<Preset>): PageConfig =>
  having(
    config,
    presetsOf(config).map((preset) => (preset.key === key ? { ...preset, ...changes } : preset)),
  );

/** Null: no favourite. */
export const favourPreset = (config: PageConfig, key: string | null): PageConfig =>
  having(
    config,
    presetsOf(config).map((preset) => ({ ...preset, favorite: preset.key === key })),
  );

export const removePreset = (config: PageConfig, key: string): PageConfig =>
  having(
    config,
    presetsOf(config).filter((preset) => preset.key !== key),
  );
