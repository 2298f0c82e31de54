// The brand shown on a host name: only presentation and module switches. Data belongs to agencies (wire.md).

export interface Tenant {
  name: string;
  /** Ten shades are derived from it. */
  accent: string;
  logoUrl: string | null;
  /** On a dark background; null: the same as `logoUrl`. */
  logoDarkUrl: string | null;
  contact: { phone: string | null; email: string | null };
  stores: { apple: string | null; google: string | null; apk: string | null };
  /** Address of the agencies' training plan; null: none. */
  trainingPlanUrl: string | null;
  /** Map tiles, `https://…/{z}/{x}/{y}.png`, with their attribution; null: a plain grid, without external requests. */
  mapTiles: { url: string; attribution: string } | null;
  /** The published texts; their content is loaded on demand. */
  legal: readonly LegalText[];
  modules: Record<Module, boolean>;
}

/** The thirteen switches of the specification (1 §1) and the one of decision 94, with their labels. */
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
  signUp: 'Inscription en ligne des agences',
} as const;

export type Module = keyof typeof moduleLabels;

/** In the order of the footer of the sign-in page. */
export const legalTexts = {
  mentions: 'Mentions légales',
  privacy: 'Confidentialité',
  terms: 'Conditions générales d’utilisation',
} as const;

export type LegalText = keyof typeof legalTexts;

/** Switches with the defaults of the specification (1 §1). */
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
    signUp: false,
  },
};

/** The same for every brand (1 §1, AG-005, AG-006): only platform staff create agencies, unless a brand opens `signUp`. */
export const productRules = {
  agencyCreation: false,
  /** Unless the tenant file says otherwise (V-021): if false, the working-time rules are skipped. */
  regulatoryCalculation: true,
  /** AC-016: meal, dog and uniform allowances are computed in the pay. */
  allowance: true,
  /** AB-039: days without use of an agency. */
  mostInactivity: 14,
} as const;

/** The product's own logo is shown only with the product's own name. */
export const usesProductLogo = ({ name, logoUrl }: Pick<Tenant, 'name' | 'logoUrl'>): boolean =>
  logoUrl === null && name === defaultTenant.name;

/** Shown instead of a missing logo. */
export const initialOf = (name: string): string => (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '•').toLocaleUpperCase('fr');

/** The oldest client version that is supported (AG-007). */
export const minimumVersion = '4.38.8';
