// The brand a host name shows: presentation and module switches only; an agency is the unit of data (wire.md).

export interface Tenant {
  name: string;
  /** Ten shades are derived from it. */
  accent: string;
  logoUrl: string | null;
  /** On dark ground; null: the same. */
  logoDarkUrl: string | null;
  contact: { phone: string | null; email: string | null };
  stores: { apple: string | null; google: string | null; apk: string | null };
  /** Where the training plan of the agencies is found; null: nowhere. */
  trainingPlanUrl: string | null;
  /** Ground of the maps, `https://…/{z}/{x}/{y}.png`, with whom it is owed to; null: a plain grid, nothing asked outside. */
  mapTiles: { url: string; attribution: string } | null;
  /** Those it publishes; their words are asked for when somebody reads them. */
  legal: readonly LegalText[];
  modules: Record<Module, boolean>;
}

/** The thirteen switches of the specification (1 §1), as people read them. */
export const moduleLabels = {
  tutorials: 'Tutoriels',
  chatAssistant: 'Assistant de discussion',
  feedback: 'Demandes d’améliorations',
  payments: 'Paiements',
  subscriptions: 'Abonnements',
  referral: 'Parrainage',
  shop: 'Boutique',
  offerSite: 'Offre site internet',
  communicationPack: 'Pack de communication',
  emailTracking: 'Suivi des e-mails',
  about: 'À propos',
  appStores: 'Liens des magasins d’applications',
  agentBadge: 'Badge des agents',
} as const;

export type Module = keyof typeof moduleLabels;

/** In the order of the foot of the sign-in page. */
export const legalTexts = {
  mentions: 'Mentions légales',
  privacy: 'Confidentialité',
  terms: 'Conditions générales d’utilisation',
} as const;

export type LegalText = keyof typeof legalTexts;

/** Switches as the specification states them (1 §1). */
export const defaultTenant: Tenant = {
  name: 'Vigie',
  accent: '#1c5d99',
  logoUrl: null,
  logoDarkUrl: null,
  contact: { phone: null, email: null },
  stores: { apple: null, google: null, apk: null },
  trainingPlanUrl: null,
  mapTiles: null,
  legal: [],
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

/** The same for every brand (1 §1, AG-005, AG-006): only platform staff create agencies. */
export const productRules = {
  agencyCreation: false,
  regulatoryCalculation: true,
  allowance: true,
  /** Days without use. */
  mostInactivity: 14,
} as const;

/** The house's own mark stands beside the house's own name, and beside no other. */
export const bearsHouseMark = ({ name, logoUrl }: Pick<Tenant, 'name' | 'logoUrl'>): boolean =>
  logoUrl === null && name === defaultTenant.name;

/** What stands for a brand without a logo. */
export const initialOf = (name: string): string => (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '•').toLocaleUpperCase('fr');

/** The client below which the product no longer works (AG-007). */
export const minimumVersion = '4.38.8';
