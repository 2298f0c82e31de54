import { expectTypeOf, test } from 'vitest';
import type { Site } from '../sites/site.ts';
import type { Draft, Row } from './entity.ts';
import { text } from './field.ts';

test('the output of a required field is not nullable, that of an optional field is', () => {
  expectTypeOf<Row<typeof Site>['name']>().toEqualTypeOf<string>();
  expectTypeOf<Row<typeof Site>['comments']>().toEqualTypeOf<string | null>();
  expectTypeOf<Row<typeof Site>['customer']>().toEqualTypeOf<{ id: string; name: string }>();
  expectTypeOf<Row<typeof Site>['siteSettingsFeature']['useAgencyServiceEventTypes']>().toEqualTypeOf<boolean>();
  expectTypeOf<Row<typeof Site>['siteKeys'][number]['id']>().toEqualTypeOf<string>();
});

test('a draft has no field that the server writes', () => {
  expectTypeOf<Draft<typeof Site>>().not.toHaveProperty('createdAt');
  expectTypeOf<Draft<typeof Site>>().not.toHaveProperty('status');
  expectTypeOf<Draft<typeof Site>['customer']>().toEqualTypeOf<{ id: string } | null | undefined>();
});

test('a misspelt option does not compile', () => {
  // @ts-expect-error -- `requird` is not an option
  text('Nom', { requird: true });
});
