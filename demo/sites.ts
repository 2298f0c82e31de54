// Sites of a customer, with their keys, alarms, and the agents who may not work there.
import { activeStatus } from '#core/roles.ts';
import { siteRights } from '#core/sites/site.ts';
import { slugOf } from '#core/sites/slug.ts';
import { type Chance, idAt } from './chance.ts';
import { placeOf, writtenAt } from './customers.ts';
import { addressIn, type Draw } from './draw.ts';
import type { WrittenAgency, WrittenSite } from './lists/agency.ts';
import { accessRemarks, alarmRemarks, dutyRemarks, keyRemarks } from './lists/remarks.ts';
import { type Sector, type SpecialtyName, sectors, siteNames } from './lists/sectors.ts';
import type { DemoAgent, DemoCustomer, DemoSite } from './world.ts';

type SiteRight = keyof typeof siteRights;

const dayLength = 86_400_000;
/** Without letters that look like digits. */
const letters = 'ABCDEFGHJKLMNP'.split('');

export interface SiteDraw {
  written: WrittenAgency;
  draw: Draw;
  specialtyIds: ReadonlyMap<SpecialtyName, string>;
  /** Agents whom a site may bar. */
  guards: readonly DemoAgent[];
  slug: (text: string) => string;
}

/** `rank` is the customer's rank, `first` the rank in the agency of its first site. */
export function sitesOf(customer: DemoCustomer, rank: number, first: number, of: SiteDraw): DemoSite[] {
  const model = writtenAt(of.written, rank, of.draw.chance('customer', rank));
  const isWritten = rank < of.written.customers.length;
  return model.sites.map((site, place) => {
    const chance = of.draw.chance('site', first + place);
    return siteAt(
      isWritten ? site : renamed(site, sectors[model.sector], of.written, chance),
      customer,
      sectors[model.sector],
      first + place,
      of,
      chance,
    );
  });
}

function renamed(
  [, , status]: WrittenSite<string>,
  sector: Sector,
  written: WrittenAgency,
  chance: Chance,
): WrittenSite<string> {
  const place = chance.pick(Object.keys(written.places));
  const name = `${chance.pick(sector.sites)} ${chance.pick(siteNames)}`;
  return status === undefined ? [name, place] : [name, place, status];
}

const flagsOf = (held: readonly SiteRight[]): Record<SiteRight, boolean> =>
  Object.fromEntries(Object.keys(siteRights).map((key) => [key, held.includes(key as SiteRight)])) as Record<
    SiteRight,
    boolean
  >;

function siteAt(
  [name, placeKey, status]: WrittenSite<string>,
  customer: DemoCustomer,
  sector: Sector,
  rank: number,
  of: SiteDraw,
  chance: Chance,
): DemoSite {
  const { draw } = of;
  const opened = Math.floor(Date.parse(customer.createdAt) / dayLength);
  const createdAt = draw.moment(opened + chance.integer(1, Math.min(120, draw.lastDay - opened)), chance);
  const id = idAt(rank, chance);
  const lineId = (): string => idAt(rank, chance);
  const code = (): string => `${chance.integer(1_000, 9_999)}${chance.pick(letters)}`;
  const remark = (list: readonly string[]): string => chance.pick(list).replace('{code}', code());
  const takesAgencyTypes = chance.happens(0.85);
  return {
    id,
    createdAt,
    status: status ?? activeStatus,
    draft: {
      name,
      customer: { id: customer.id },
      specialties: chance.some(sector.specialties, chance.integer(1, 3)).flatMap((specialty) => {
        const known = of.specialtyIds.get(specialty);
        return known ? [{ id: known }] : [];
      }),
      slug: of.slug(slugOf(name)),
      address: addressIn(placeOf(of.written, placeKey), chance),
      radius: chance.pick([50, 100, 100, 100, 150, 200, 300]),
      siteKeys: chance.some(sector.keys, chance.integer(0, 3)).map((label) => ({
        id: lineId(),
        label,
        code: `${chance.pick(letters)}-${chance.integer(100, 999)}`,
        comment: chance.happens(0.6) ? chance.pick(keyRemarks) : null,
      })),
      siteAlarms: chance.some(sector.alarms, chance.integer(0, 2)).map((label) => ({
        id: lineId(),
        label,
        code: chance.happens(0.8) ? code() : null,
        comment: chance.happens(0.6) ? chance.pick(alarmRemarks) : null,
      })),
      siteUsers: (chance.happens(0.08) ? [...Array(chance.integer(1, 2))].map(() => chance.pick(of.guards)) : [])
        .filter((agent, place, all) => all.indexOf(agent) === place)
        .map((agent) => ({ id: lineId(), agent: { id: agent.id } })),
      rightsAgent: flagsOf(['readInstructions', 'readKeys', 'readAlarms', 'readItems']),
      rightsCustomer: flagsOf(
        chance.happens(0.3) ? ['readInstructions', 'readKeys', 'readDailyLogs'] : ['readInstructions', 'readDailyLogs'],
      ),
      notifySiteInstructionAgents: chance.happens(0.7),
      notifySiteInstructionAdmins: chance.happens(0.3),
      notifySiteInstructionCustomers: chance.happens(0.2),
      eventReportEnabled: chance.happens(0.6),
      interventionReportAfterServiceEnabled: chance.happens(0.3),
      interventionReportTemplate: 'STANDARD',
      siteSettingsFeature: { useAgencyServiceEventTypes: takesAgencyTypes },
      comments: chance.happens(0.85) ? `${remark(accessRemarks)}\n${remark(dutyRemarks)}` : null,
    },
  };
}
