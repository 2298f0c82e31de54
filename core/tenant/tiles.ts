// Map tiles that « Marques » proposes in one click. None is used until the operator chooses: the provider sees where
// people look.

export interface TileProvider {
  label: string;
  url: string;
  /** Shown on every map, as the terms demand. */
  attribution: string;
  terms: string;
  /** The terms in a few words. */
  summary: string;
}

export const tileProviders = {
  ign: {
    label: 'Plan IGN (Géoplateforme)',
    url: 'https://data.geopf.fr/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=GEOGRAPHICALGRIDSYSTEMS.PLANIGNV2&STYLE=normal&FORMAT=image/png&TILEMATRIXSET=PM&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}',
    attribution: '© IGN – Géoplateforme',
    terms: 'https://geoservices.ign.fr/cgu-licences',
    summary:
      'Service public gratuit, Licence Ouverte Etalab 2.0 : la mention de la source est obligatoire. France entière.',
  },
  osmFrance: {
    label: 'OpenStreetMap France',
    url: 'https://{s}.tile.openstreetmap.fr/osmfr/{z}/{x}/{y}.png',
    attribution: '© les contributeurs d’OpenStreetMap, tuiles OpenStreetMap France',
    terms: 'https://www.openstreetmap.fr/fonds-de-carte/',
    summary:
      'Association, données sous licence ODbL : usage modéré et sans garantie, mention obligatoire. Monde entier.',
  },
} as const satisfies Record<string, TileProvider>;

export type TileProviderName = keyof typeof tileProviders;
