// Labels in the history of records.
export const agentsActs = {
  readRegister: 'Consultation des mentions du registre',
  renewBadge: 'Badge renouvelé',
} as const;
