// The staff register, from agents and contracts; for erased people, from the data that the law keeps.
import { Agent } from '#core/agents/agent.ts';
import {
  downloadRegister,
  exportAgents,
  type RegisterLine,
  type RegisterPerson,
  registerOf,
  registerParts,
  withoutContract,
} from '#core/agents/register.ts';
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { activeStatus, inactiveStatus } from '#core/roles.ts';
import { writeAudits } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { openText } from '#server/kernel/sealed.ts';
import { type Content, grid } from '#server/pdf/document.ts';
import { draw } from '#server/pdf/drawing.ts';
import { type House, identityOf } from '#server/pdf/identity.ts';
import { fileReply } from '#server/pdf/reply.ts';

interface Row extends RegisterPerson, Record<string, unknown> {
  /** Sealed; null: the person was not erased. */
  kept: string | null;
}

type Asking = Pick<Call, 'db' | 'context' | 'caller' | 'now' | 'services'>;

/** An erased person is shown from the retained data; this reading is audited. */
async function peopleOf(call: Asking): Promise<RegisterPerson[]> {
  const { db, context, services } = call;
  // Number the contracts that began since the last save.
  await db.query({ name: 'register-contracts', text: 'select register_contracts($1)', values: [context.agency] });
  const rows = await db.query<Row>({
    name: 'register-people',
    text: `select a.id, a.type, a.status not in (${activeStatus}, ${inactiveStatus}) as "isGone", a.lastname, a.firstname, a.nationality, a.birth_date::text as "birthDate", a.gender, a.position,
        a.work_permit_type as "workPermitType", a.work_permit_number as "workPermitNumber", e.kept,
        (select coalesce(json_agg(json_build_object('id', c.id, 'type', c.type, 'startDate', c.start_date, 'endDate', c.end_date, 'partTime', c.part_time,
            'category', c.category, 'classificationCoeff', c.classification_coeff, 'classificationLevel', c.classification_level,
            'classificationGrade', c.classification_grade, 'authorisedOn', c.authorised_on, 'authorisedUntil', c.authorised_until,
            'employerName', c.employer_name, 'employerAddress', c.employer_address, 'registerNumber', c.register_number)), '[]')
          from agent_contracts c where c.agency_id = a.agency_id and c.agent_id = a.id) as contracts
      from agents a left join erased_people e on e.agency_id = a.agency_id and e.id = a.id
      where (a.status <> 400 or exists (select from agent_contracts c where c.agency_id = a.agency_id and c.agent_id = a.id))`,
  });
  const erased = rows.filter(({ kept }) => kept !== null);
  if (erased.length > 0)
    await writeAudits(
      db,
      call,
      erased.map(({ id }) => ({ entity: Agent.name, id, action: 'readRegister' })),
    );
  return rows.map(({ kept, ...person }) => {
    if (kept === null) return person;
    const place = { agency: context.agency ?? '', entity: Agent.name, id: person.id, path: 'register' };
    return { ...person, ...(JSON.parse(openText(services.environment, place, kept)) as object) };
  });
}

export interface Register {
  day: string;
  lines: RegisterLine[];
  people: RegisterPerson[];
  house: House;
}

export async function registerAt(call: Asking, requested: string | undefined): Promise<Register> {
  const house = await identityOf(call);
  const day = requested ?? house.today;
  if (day > house.today) {
    const message = 'Le registre ne se présente pas à une date à venir';
    throw new Problem('invalid', message, { violations: [{ path: 'day', message }] });
  }
  const people = await peopleOf(call);
  return { day, house, people, lines: registerOf(people, day) };
}

const heads = [
  'N°',
  'Nom',
  'Prénom',
  'Nationalité',
  'Né(e) le',
  'Sexe',
  'Emploi',
  'Qualification',
  'Entrée',
  'Sortie',
  'Autorisation',
  'Titre de travail',
  'Mentions',
];
const widths = [18, 68, 58, 50, 46, 32, '*', 78, 46, 46, 56, 62, '*'];

const dated = (day: string | null): string => (day === null ? '' : frenchDay(day));

const cells = (line: RegisterLine): string[] => [
  String(line.number),
  line.lastname,
  line.firstname,
  line.nationality ?? '',
  dated(line.birthDate),
  line.sex ?? '',
  line.job ?? '',
  line.qualification ?? '',
  dated(line.entryDate),
  dated(line.exitDate),
  [line.authorisedOn && `du ${dated(line.authorisedOn)}`, line.authorisedUntil && `au ${dated(line.authorisedUntil)}`]
    .filter(Boolean)
    .join(' '),
  [line.permitType, line.permitNumber].filter(Boolean).join(' '),
  line.mentions,
];

function part(name: keyof typeof registerParts, lines: readonly RegisterLine[]): Content[] {
  const own = lines.filter((line) => line.part === name);
  return [
    { text: registerParts[name], style: 'section' },
    own.length > 0
      ? { fontSize: 7, stack: [grid(widths, heads, own.map(cells))] }
      : { text: 'Aucune inscription.', style: 'quiet' },
  ];
}

/** Headings and cells, as on paper. */
export const registerTable = (lines: readonly RegisterLine[]): { head: string[]; rows: string[][] } => ({
  head: ['Partie', ...heads],
  rows: lines.map((line) => [registerParts[line.part], ...cells(line)]),
});

export const drawRegister = ({ day, lines, house }: Register, now: Date): Promise<Buffer> =>
  draw('writePdf', {
    title: 'Registre unique du personnel',
    subtitle: `Au ${frenchDay(day)} – articles L1221-13 et D1221-23 du code du travail`,
    house,
    landscape: true,
    content: [...part('STAFF', lines), ...part('TRAINEE', lines)],
    now,
  });

export const registerHandlers: Handler[] = [
  handle(exportAgents, async (call) => {
    const { day, lines, people } = await registerAt(call, call.input.day);
    return {
      day,
      agents: lines,
      filtered: lines.length,
      withoutContract: withoutContract(people).map(({ id, firstname, lastname }) => ({
        id,
        name: `${firstname} ${lastname}`,
      })),
    };
  }),

  handle(downloadRegister, async (call) => {
    const register = await registerAt(call, call.params?.day);
    const { day } = register;
    const pdf = await drawRegister(register, call.now);
    return fileReply(pdf, `Registre du personnel ${frenchDay(day).replaceAll('/', '-')}.pdf`, 'application/pdf');
  }),
];
