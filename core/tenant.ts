// The brand a host name shows: presentation and module switches only; an agency is the unit of data (wire.md).

export interface Tenant {
  name: string;
  /** Ten shades are derived from it. */
  accent: string;
  logoUrl: string | null;
  contact: { phone: string | null; email: string | null };
  stores: { apple: string | null; google: string | null; apk: string | null };
  /** Where the training plan of the agencies is found; null: nowhere. */
  trainingPlanUrl: string | null;
  /** Ground of the maps, `https://…/{z}/{x}/{y}.png`, with whom it is owed to; null: a plain grid, nothing asked outside. */
  mapTiles: { url: string; attribution: string } | null;
  modules: Record<Module, boolean>;
}

export type Module =
  | 'tutorials'
  | 'chatAssistant'
  | 'feedback'
  | 'payments'
  | 'subscriptions'
  | 'referral'
  | 'shop'
  | 'offerSite'
  | 'communicationPack'
  | 'emailTracking'
  | 'about'
  | 'appStores'
  | 'agentBadge';

/** Switches as the specification states them (1 §1). */
export const defaultTenant: Tenant = {
  name: 'Vigie',
  accent: '#1c5d99',
  logoUrl: null,
  contact: { phone: null, email: null },
  stores: { apple: null, google: null, apk: null },
  trainingPlanUrl: null,
  mapTiles: null,
  modules: {
    tutorials: false,
    chatAssistant: false,
    feedback: false,
    payments: false,
    subscriptions: false,
    referral: false,
    shop: false,
    offerSite: false,
    communicationPack: false,
    emailTracking: true,
    about: true,
    appStores: true,
    agentBadge: true,
  },
};

/** The client below which the product no longer works (AG-007). */
export const minimumVersion = '4.38.8';
