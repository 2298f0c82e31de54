// Personal data in the parts of reports. What a report of a private customer's site states is erased with him.
import { atHis, type Held, nobodys } from '#server/privacy/personal.ts';

const hisReports = `select r.id from agency_reports r where r.agency_id = t.agency_id and ${atHis('r')}`;
const hisAnswers = `select a.id from agency_report_answers a where a.agency_id = t.agency_id and a.agency_report_id in
  (select r.id from agency_reports r where r.agency_id = a.agency_id and ${atHis('r')})`;

export const reportPeople: Held = {
  agency_report_answers: {
    label: 'Contenu des rapports de ses sites',
    where: `t.agency_report_id in (${hisReports})`,
    hides: ['agency_report_id', 'rank', 'key', 'kind', 'required'],
    fate: {
      erase: [
        `update agency_report_answers t set value = null where t.agency_id = any (:agencies) and t.agency_report_id in (${hisReports})`,
      ],
    },
  },
  agency_report_answer_files: {
    label: 'Photos des rapports de ses sites',
    where: `t.answer_id in (${hisAnswers})`,
    hides: ['answer_id', 'rank'],
    files: ['file_id'],
    fate: {
      erase: [
        `delete from agency_report_answer_files t where t.agency_id = any (:agencies) and t.answer_id in (${hisAnswers})`,
      ],
    },
  },
  ...nobodys({ report_templates: 'modèles' }),
};
