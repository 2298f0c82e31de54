// The reports of the field: their types (decision 70), the agency's settings of each, and who signs (P-028).

/** Activity type → report; the prefix of its references. */
export const reportTypes = {
  intervention: { activity: 2, label: "Rapport d'intervention", many: 'Interventions', prefix: 'RI' },
  round: { activity: 6, label: 'Rapport de ronde', many: 'Rapports de ronde', prefix: 'RR' },
  recognition: { activity: 7, label: 'Rapport de reconnaissance', many: 'Reconnaissances', prefix: 'RC' },
  audit: { activity: 8, label: "Rapport d'audit", many: 'Audits', prefix: 'RA' },
} as const;

export type ReportType = keyof typeof reportTypes;
export const allReportTypes = Object.keys(reportTypes) as [ReportType, ...ReportType[]];

export const reportLabels = Object.fromEntries(allReportTypes.map((type) => [type, reportTypes[type].label])) as Record<
  ReportType,
  string
>;

export const reportTypeOf = (activity: number | string | null | undefined): ReportType | null =>
  allReportTypes.find((type) => reportTypes[type].activity === Number(activity)) ?? null;

/** Template keys. A site chooses that of its interventions (P-037), the agency those of the other types. */
export const reportTemplates = { STANDARD: 'Standard', DETAILED: 'Détaillé', PHOTOS: 'Avec photos' } as const;
export type TemplateKey = keyof typeof reportTemplates;
export const templateKeys = Object.keys(reportTemplates) as [TemplateKey, ...TemplateKey[]];

/** Whose signatures a service needs before it may end (N-066). */
export const signatureDemands = {
  NONE: 'Facultative',
  AGENT: 'Du collaborateur',
  CUSTOMER: 'Du client',
  BOTH: 'Du collaborateur et du client',
} as const;
export type SignatureDemand = keyof typeof signatureDemands;

export const signers = { agent: 'Collaborateur', customer: 'Client' } as const;
export type Signer = keyof typeof signers;
export const allSigners = Object.keys(signers) as Signer[];

const demanded: Readonly<Record<SignatureDemand, readonly Signer[]>> = {
  NONE: [],
  AGENT: ['agent'],
  CUSTOMER: ['customer'],
  BOTH: ['agent', 'customer'],
};

/** The demanded signatures that are not there. */
export const missingSignatures = (demand: SignatureDemand, signed: readonly Signer[]): Signer[] =>
  demanded[demand].filter((signer) => !signed.includes(signer));

/** P-028: the names of the keys of a type in the agency's settings. */
export const keysOf = (type: ReportType) =>
  ({
    settings: 'reportSettings',
    template: `${type}ReportTemplate`,
    enabled: `${type}ReportEnabled`,
    approval: `${type}ReportApproval`,
    signature: `${type}ReportSignature`,
    pricing: `${type}Amount`,
  }) as const;
