// Valid requests of the calls of stock.
import { entityNamed } from '#core/entities.ts';
import type { Line, Setting } from './requests.ts';
import { referTo, type rowOf } from './rows.ts';
import { minimalDraft } from './samples.ts';

export function stockLines(row: typeof rowOf): Record<string, Line> {
  const of = (name: string) => (setting: Setting) => row(entityNamed(name), setting);
  const [reference, assignment, action] = [
    of('stockReference'),
    of('stockReferenceAssignment'),
    of('stockReferenceAction'),
  ];
  const draft = async (name: string, setting: Setting) => {
    const entity = entityNamed(name);
    return minimalDraft(entity, await referTo(entity, setting));
  };
  const ofOne = (name: string): Line => ({
    of: name,
    request: async (setting) => ({ params: { id: await of(name)(setting) } }),
  });
  const assignments = async (setting: Setting) => ({
    stockReferenceAssignments: [
      { ...(await draft('stockReferenceAssignment', setting)), id: await assignment({ ...setting, mount: 'agency' }) },
    ],
  });
  const holder = (name: 'agent' | 'site'): Record<string, Line> => ({
    [`stockAssignments:${name}`]: ofOne(name),
    [`saveStockAssignments:${name}`]: {
      of: name,
      request: async (setting) => ({ params: { id: await of(name)(setting) }, input: await assignments(setting) }),
    },
  });
  return {
    generateStockReference: { request: () => ({}) },
    'remove:stockReference': ofOne('stockReference'),
    downloadStockCodes: {
      of: 'stockReference',
      status: 200,
      request: async (setting) => ({
        input: { stockReferences: [{ id: await reference(setting), qrCodesQuantity: 1 }] },
      }),
    },
    saveStockAssignments: {
      of: 'stockReferenceAssignment',
      request: async (setting) => ({ input: await assignments(setting) }),
    },
    'remove:stockReferenceAssignment': ofOne('stockReferenceAssignment'),
    'restitute:stockReferenceAssignment': {
      of: 'stockReferenceAssignment',
      request: async (setting) => ({ params: { id: await assignment(setting) }, input: { returned: 1 } }),
    },
    'takeBack:stockReferenceAssignment': {
      of: 'stockReferenceAssignment',
      request: async (setting) => {
        const id = await assignment(setting);
        if (setting.fresh)
          await setting.world.sql('update stock_assignments set quantity_returned = 1 where id = $1', [id]);
        return { params: { id } };
      },
    },
    saveStockActions: {
      of: 'stockReferenceAction',
      request: async (setting) => ({
        input: { actions: [{ ...(await draft('stockReferenceAction', setting)), id: await action(setting) }] },
      }),
    },
    'remove:stockReferenceAction': ofOne('stockReferenceAction'),
    readStockAction: {
      of: 'stockReferenceAction',
      request: async (setting) => {
        const actionId = await action(setting);
        const [found] = await setting.world.sql<{ id: string }>(
          'select stock_reference_id as id from stock_actions where id = $1',
          [actionId],
        );
        return { params: { id: found?.id as string, actionId } };
      },
    },
    ...holder('agent'),
    ...holder('site'),
  };
}
