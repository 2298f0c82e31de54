// The reports of the field, type by type: whether they are made, by which template, approved and signed by whom (P-028).
import { choice, type Field, flag, group } from '../../kernel/field.ts';
import {
  allReportTypes,
  keysOf,
  type ReportType,
  reportTemplates,
  reportTypes,
  signatureDemands,
} from '../../reports/types.ts';

const section = 'Rapports de terrain';

const settingsOf = (type: ReportType): Record<string, Field> => {
  const { enabled, template, approval, signature } = keysOf(type);
  const { label } = reportTypes[type];
  return {
    [enabled]: flag(label, {
      section,
      default: true,
      width: 'half',
      sql: `report_${type}_enabled`,
      help: 'Proposé aux collaborateurs pendant leurs services de cette activité.',
    }),
    [signature]: choice(`${label} : signature obligatoire`, signatureDemands, {
      section,
      required: true,
      default: 'NONE',
      width: 'half',
      sql: `report_${type}_signature`,
      help: 'Le service ne se termine pas sans elle.',
    }),
    [approval]: flag(`${label} : validé par l’agence avant que le client le voie`, {
      section,
      default: false,
      width: 'half',
      sql: `report_${type}_approval`,
    }),
    // Each site chooses the template of its interventions.
    ...(type === 'intervention'
      ? {}
      : {
          [template]: choice(`${label} : modèle`, reportTemplates, {
            section,
            required: true,
            default: 'STANDARD',
            width: 'half',
            sql: `report_${type}_template`,
          }),
        }),
  };
};

export const reportFields = {
  reportSettings: group(
    'Rapports de terrain',
    Object.assign({}, ...allReportTypes.map(settingsOf)) as Record<string, Field>,
  ),
};
