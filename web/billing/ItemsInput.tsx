// The lines of a document as a table: what is typed most stands on one row, the rest opens below.
import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { type ReactElement, useRef, useState } from 'react';
import { billingDefaults } from '#core/billing/calls.ts';
import { CatalogArticle } from '#core/billing/catalog.ts';
import { itemFields, mostItems, usualVatLabel } from '#core/billing/parts.ts';
import { lineTotalOf } from '#core/billing/totals.ts';
import type { Field } from '#core/kernel/field.ts';
import { formatMoney, scaleOf, times } from '#core/kernel/money.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { startingValues } from '#ui/EntityDialog/values.ts';
import { FieldGroup } from '#ui/fields/FieldGroup.tsx';
import { useLineKeys } from '#ui/fields/lineKeys.ts';
import {
  IconArrowDown,
  IconArrowUp,
  IconBook,
  IconChevronDown,
  IconChevronRight,
  IconPlus,
  IconTrash,
} from '#ui/icons.ts';
import { FieldInput, type InputProps } from '#ui/kinds/inputs.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { useRecordPlace } from '#ui/kinds/record.ts';
import classes from './billing.module.css';

type Item = Record<string, unknown>;

const inRow = ['quantity', 'unit', 'price', 'discountRate', 'vat'] as const;
const inDetail = ['description', 'commercialDocItemType'] as const;
/** For those who see the stock. */
const ofStock = ['mustBeDeductedFromStock', 'stockReference'] as const;

interface Article {
  id: string;
  title: string;
  description: string;
  price: number;
  unit: string;
  vat: number | null;
  commercialDocItemType: string;
}

/** The articles of the catalogue, for those who may read it. */
function useArticles(): readonly Article[] {
  const { can } = useSession();
  const { list } = endpointsOf(CatalogArticle);
  const { data } = useCall(list as NonNullable<typeof list>, {
    input: { limit: 250 },
    enabled: can(['listCatalogArticles']),
  });
  return ((data as { catalogArticles?: Article[] } | undefined)?.catalogArticles ?? []).filter(
    ({ title }) => title !== '',
  );
}

type Rate = 'vat' | 'purchaseOrderVat';

export const ItemsInput = (props: InputProps): ReactElement => <Items {...props} usual="vat" />;
/** purchase orders have a rate of their own. */
export const OrderItemsInput = (props: InputProps): ReactElement => <Items {...props} usual="purchaseOrderVat" />;

function Items({ field, path, value, faults, change, leave, usual }: InputProps & { usual: Rate }): ReactElement {
  const locale = useLocale();
  const { data: defaults } = useCall(billingDefaults);
  const articles = useArticles();
  const rateLabel = `${defaults?.vatLabel ?? usualVatLabel} (%)`;
  const mayStock = useSession().can(['listStockReferences']);
  //
  const isCredit = useRecordPlace()?.values?.().type === 'avoir';
  const list = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const items = (value ?? []) as Item[];
  const keys = useLineKeys(items.length);
  const amount = (item: Item): string => {
    const number = (name: string): number => (typeof item[name] === 'number' ? (item[name] as number) : 0);
    const line = { price: number('price'), quantity: number('quantity'), discountRate: number('discountRate'), vat: 0 };
    return formatMoney(times(lineTotalOf(line, scaleOf(locale.currency)), isCredit ? -1 : 1), locale.currency);
  };
  const usualVat = defaults?.[usual] ?? null;
  const add = (more: Item = {}): void => {
    const vat = items.at(-1)?.vat ?? usualVat;
    change(path, [...items, { ...startingValues(itemFields, locale), vat, ...more }]);
    requestAnimationFrame(() => {
      const rows = list.current?.querySelectorAll<HTMLElement>('[data-line]');
      rows?.[rows.length - 1]?.querySelector<HTMLElement>('input')?.focus();
    });
  };
  // an article without a rate has the agency's, whatever the line before it has.
  const addArticle = ({ id: _id, vat, ...article }: Article): void => add({ ...article, vat: vat ?? usualVat });
  const reorder = (from: number, to: number): void => {
    keys.move(from, to);
    change(path, items.toSpliced(from, 1).toSpliced(to, 0, items[from] as Item));
  };
  const remove = (index: number): void => {
    keys.remove(index);
    change(path, items.toSpliced(index, 1));
  };
  const toggle = (key: number): void =>
    setOpened((before) =>
      before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key]),
    );
  const member = (index: number, name: keyof typeof itemFields, item: Item): ReactElement => (
    <div key={name} data-member={name}>
      <FieldInput
        field={(name === 'vat' ? { ...itemFields.vat, label: rateLabel } : itemFields[name]) as Field}
        path={`${path}.${index}.${name}`}
        value={item[name]}
        faults={faults}
        change={change}
        leave={() => leave(path)}
      />
    </div>
  );
  return (
    <FieldGroup field={field} error={faults[path]}>
      <div ref={list} className={classes.items}>
        {items.length === 0 && (
          <Text size="sm" c="dimmed">
            Aucune ligne.
          </Text>
        )}
        {items.map((item, index) => (
          <fieldset key={keys.at(index)} className={classes.item} data-line aria-label={`Ligne ${index + 1}`}>
            {member(index, 'title', item)}
            <Group gap={2} wrap="nowrap" data-member="acts">
              {act(
                `${opened.has(keys.at(index)) ? 'Replier' : 'Détail de'} la ligne ${index + 1}`,
                opened.has(keys.at(index)) ? IconChevronDown : IconChevronRight,
                () => toggle(keys.at(index)),
              )}
              {act(`Monter la ligne ${index + 1}`, IconArrowUp, () => reorder(index, index - 1), index === 0)}
              {act(
                `Descendre la ligne ${index + 1}`,
                IconArrowDown,
                () => reorder(index, index + 1),
                index === items.length - 1,
              )}
              {act(`Retirer la ligne ${index + 1}`, IconTrash, () => remove(index))}
            </Group>
            {inRow.map((name) => member(index, name, item))}
            <div data-member="total">
              <span className={classes.label}>Total HT</span>
              <output className={classes.amount}>{amount(item)}</output>
            </div>
            {opened.has(keys.at(index)) && (
              <div className={classes.detail}>
                {[...inDetail, ...(mayStock ? ofStock : [])].map((name) => member(index, name, item))}
              </div>
            )}
          </fieldset>
        ))}
      </div>
      <Group gap="xs" mt="sm">
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={items.length >= mostItems}
          data-path={path}
          onClick={() => add()}
        >
          Ajouter une ligne
        </Button>
        {articles.length > 0 && (
          <Menu position="bottom-start" withinPortal>
            <Menu.Target>
              <Button variant="default" leftSection={<IconBook size={16} aria-hidden />}>
                Depuis le catalogue
              </Button>
            </Menu.Target>
            <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
              {articles.map((article) => (
                <Menu.Item
                  key={article.id}
                  rightSection={<Text size="sm">{formatMoney(article.price, locale.currency, 4)}</Text>}
                  onClick={() => addArticle(article)}
                >
                  {article.title}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
    </FieldGroup>
  );
}

const act = (label: string, Icon: typeof IconTrash, run: () => void, disabled = false): ReactElement => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} disabled={disabled} onClick={run}>
    <Icon size={16} aria-hidden />
  </ActionIcon>
);
