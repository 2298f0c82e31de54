// Customers with their contacts: the list written by hand, then copies of the same trades and sizes, up to the factor.
import { rightSet, withNeeds } from '#core/grants.ts';
import type { Right } from '#core/rights.ts';
import { activeStatus } from '#core/roles.ts';
import { slugOf } from '#core/sites/slug.ts';
import { type Chance, idAt } from './chance.ts';
import { addressIn, type Draw, person } from './draw.ts';
import type { WrittenAgency, WrittenCustomer } from './lists/agency.ts';
import type { Place } from './lists/places.ts';
import { customerRemarks, prospectRemarks } from './lists/remarks.ts';
import { inventedNames, type Sector, type SpecialtyName, sectors } from './lists/sectors.ts';
import type { DemoContact, DemoCustomer } from './world.ts';

export const placeOf = (written: WrittenAgency, key: string): Place => {
  const place = written.places[key];
  if (!place) throw new RangeError(`no place is named ${key}`);
  return place;
};

/** The customer at that rank: beyond the list, a customer of the same trade with a generated name. */
export function writtenAt(written: WrittenAgency, rank: number, chance: Chance): WrittenCustomer {
  const model = written.customers[rank % written.customers.length] as WrittenCustomer;
  if (rank < written.customers.length) return model;
  const { contact: _, ...rest } = model;
  const sector: Sector = sectors[model.sector];
  const { firstname, lastname } = person(chance);
  const isHome = model.sector === 'home';
  const name = isHome ? `${lastname} ${firstname}` : `${chance.pick(sector.firms)} ${chance.pick(inventedNames)}`;
  return {
    ...rest,
    name,
    // The rank makes the domain unique.
    domain: `${slugOf(name)}-${rank + 1}`,
    place: chance.pick(Object.keys(written.places)),
    ...(isHome ? { contact: { firstname, lastname } } : {}),
  };
}

export function customerAt(
  rank: number,
  count: number,
  written: WrittenAgency,
  draw: Draw,
  specialtyIds: ReadonlyMap<SpecialtyName, string>,
): DemoCustomer {
  const chance = draw.chance('customer', rank);
  const model = writtenAt(written, rank, chance);
  const sector: Sector = sectors[model.sector];
  // Leave ten days for the sites of the last customer.
  const createdAt = draw.moment(
    draw.firstDay + 10 + Math.floor((rank / count) * (draw.lastDay - draw.firstDay - 20)),
    chance,
  );
  const isPublic = model.type === 400;
  const isPrivate = model.type === 200;
  const id = idAt(rank, chance);
  const people = contactsOf(model, sector, rank, createdAt, draw);
  return {
    id,
    createdAt,
    status: model.status ?? activeStatus,
    contacts: people.map(({ contact }) => contact),
    draft: {
      name: model.name,
      type: model.type,
      customerInfos: {
        customerNumberId: `411-${String(rank + 1).padStart(4, '0')}`,
        generateCustomerNumberId: true,
        prospect: model.prospect ?? false,
        // Public bodies pay within 30 days (code de la commande publique, R2192-10).
        settlementPeriod: isPrivate ? 0 : isPublic ? 1 : chance.pick([1, 1, 2]),
        settlementPeriodDays: isPrivate ? 0 : isPublic ? 30 : chance.pick([30, 30, 45]),
        specialties: chance.some(sector.specialties, chance.integer(0, 2)).flatMap((name) => {
          const specialty = specialtyIds.get(name);
          return specialty ? [{ id: specialty }] : [];
        }),
      },
      email: isPrivate ? (people[0]?.line.email ?? null) : `contact@${model.domain}.example`,
      phone: [draw.landline()],
      address: addressIn(placeOf(written, model.place), chance),
      userCompanies: people.map(({ line }) => line),
      comments: model.prospect
        ? chance.pick(prospectRemarks)
        : chance.happens(0.7)
          ? chance.pick(customerRemarks)
          : null,
    },
  };
}

type Line = NonNullable<NonNullable<DemoCustomer['draft']['userCompanies']>[number]>;

const customerRights = rightSet('customer');
/** And the material on his sites (T-027). */
const demoRights = [...withNeeds([...customerRights, 'listStockReferences', 'listStockReferenceAssignments'])];
/** More than the Customer set: a contact who edits the sheets of his own company. */
const editorRights = [...withNeeds([...customerRights, 'editCustomer', 'createSite', 'editSite'])];
/** Less than the Customer set: a contact who only reads who comes when. */
const readerRights = [...withNeeds(['listSites', 'listServices', 'readSitePlanning'])];

const rightsOf = (place: number, isDemoAccount: boolean, chance: Chance): readonly Right[] => {
  if (place > 0) return readerRights;
  if (isDemoAccount) return demoRights;
  return chance.happens(0.7) ? customerRights : editorRights;
};

function contactsOf(
  model: WrittenCustomer,
  sector: Sector,
  rank: number,
  createdAt: string,
  draw: Draw,
): { contact: DemoContact; line: Line }[] {
  const chance = draw.chance('contact', rank);
  const count = model.type === 200 ? 2 : chance.integer(2, 3);
  return Array.from({ length: count }, (_, place) => {
    const written = place === 0 ? model.contact : undefined;
    const drawn = person(chance);
    const named = written ?? drawn;
    const post = sector.contacts[place % sector.contacts.length]?.[drawn.woman ? 1 : 0] ?? null;
    const email = written?.email ?? draw.email(named, model.domain);
    const isActive = model.status === undefined && !model.prospect;
    const hasAccount = written?.email !== undefined || (isActive && chance.happens(place === 0 ? 0.5 : 0.2));
    const drawnLogin = draw.lastLogin(createdAt, chance);
    const lastLogin = hasAccount ? (written?.email ? draw.moment(draw.lastDay - 1, chance) : drawnLogin) : null;
    const rights = rightsOf(place, written?.email !== undefined, chance);
    // A customer has several ids: the place keeps them in order.
    const id = idAt(rank * 4 + place, chance);
    return {
      contact: {
        id,
        status: activeStatus,
        userId: hasAccount ? draw.openAccount(named, email, createdAt, lastLogin).id : null,
        lastLogin,
        rights,
      },
      line: {
        id,
        firstname: named.firstname,
        lastname: named.lastname,
        position: written ? (written.position ?? 'Propriétaire') : post,
        email,
        phone: [draw.mobile()],
        invoiceRecipient: place === count - 1,
        estimateRecipient: place === 0,
        planningRecipient: place === 0,
        sendCustomerInterventionReport: place === 0,
        sendCustomerServiceEventReport: place === 1,
      },
    };
  });
}
