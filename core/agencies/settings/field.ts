// What an agency asks of its people in the field.
import { flag, group } from '../../kernel/field.ts';

const section = 'Terrain et sécurité';

export const fieldWorkFields = {
  fieldWork: group('Travail sur le terrain', {
    serviceEndPhoto: flag('Photo à la fin d’un service', {
      section,
      width: 'half',
      sql: 'service_end_photo',
      help: 'Demandée aussi, dans tous les cas, pour une fin avant l’heure, un service de 24 heures ou sans heure de fin.',
    }),
    circuitEndPhoto: flag('Photo à la fin d’une tournée', { section, width: 'half', sql: 'circuit_end_photo' }),
    confirmInstructions: flag('Consignes confirmées avant la prise de service', {
      section,
      width: 'half',
      sql: 'confirm_instructions',
      help: 'L’agent confirme sur son téléphone les consignes du site qu’il n’a pas encore lues, puis commence.',
    }),
  }),
};
