// « Types d’événements »: what is offered, what the customer sees, who is told; of the agency, or of one site.
import { Checkbox, Stack, Switch, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { fetchEventTypes, type SettingsOfType, saveEventTypes, saveSitesEventTypes } from '#core/logbook/calls.ts';
import { logCategories } from '#core/logbook/categories.ts';
import { type EventType, type TypeSettings, writableTypes } from '#core/logbook/types.ts';
import { ActFooter } from '#ui/ActFooter.tsx';
import { useAct, useActKey } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { useFreshCall } from '#ui/client/fresh.ts';
import { queryClient } from '#ui/client/queries.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { useMaximised } from '#ui/dialog.ts';
import { type Leaving, useLeaving } from '#ui/leaving.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { Answer } from '../summary/parts.tsx';
import classes from './logbook.module.css';

const flags = {
  enabled: 'Proposé',
  customerShow: 'Client',
  notifyAgency: 'Prévient l’agence',
  notifyCustomer: 'Prévient le client',
} as const satisfies Record<keyof TypeSettings, string>;
const names = Object.keys(flags) as (keyof TypeSettings)[];

type Choice = ReadonlyMap<number, TypeSettings>;

/** Only what differs from what holds without it is kept: the choice of the agency, for its sites, else the default. */
export const exceptionsOf = (chosen: Choice, agency: Choice = new Map()): SettingsOfType[] =>
  writableTypes.flatMap((type) => {
    const own = chosen.get(type.id);
    const without = [type, agency.get(type.id) ?? type];
    if (!own || without.every((one) => names.every((name) => own[name] === one[name]))) return [];
    const { enabled, customerShow, notifyAgency, notifyCustomer } = own;
    return [{ id: type.id, enabled, customerShow, notifyAgency, notifyCustomer }];
  });

const choiceOf = (types: readonly SettingsOfType[]): Choice =>
  new Map(types.map(({ id, ...settings }) => [id, settings]));

interface Props {
  /** Null: of the whole agency. */
  site: { id: string; name: string; follows: boolean } | null;
  onClose(): void;
}

export default function TypesDialog({ site, onClose }: Props): ReactElement {
  const asked = useFreshCall(fetchEventTypes);
  const fullScreen = useMaximised();
  const leaving = useLeaving(onClose);
  const title = site ? `Types d’événements : ${site.name}` : 'Types d’événements de l’agence';
  return (
    <DialogAbove opened onClose={leaving.ask} title={title} size="xl" fullScreen={fullScreen} centered>
      <Answer of={asked}>
        {({ agency, sites, version }) => {
          const own = sites.find((one) => one.site === site?.id)?.types;
          return (
            <Types
              start={choiceOf([...agency, ...(own ?? [])])}
              agency={choiceOf(site ? agency : [])}
              {...{ version, site, leaving, onClose }}
            />
          );
        }}
      </Answer>
    </DialogAbove>
  );
}

interface TypesProps extends Props {
  start: Choice;
  /** For a site: what holds where it chooses nothing. */
  agency: Choice;
  /** Of the agency's choices. */
  version: number;
  leaving: Leaving;
}

function Types({ start, agency, version, site, leaving, onClose }: TypesProps): ReactElement {
  const [chosen, setChosen] = useState(start);
  const [follows, setFollows] = useState(site?.follows ?? false);
  // A refresh behind the form changes neither what it shows nor what it was read from.
  const [read] = useState(version);
  const keyOf = useActKey();
  const act = useAct(async () => {
    const types = exceptionsOf(chosen, agency);
    try {
      if (site) {
        const input = { sites: [{ id: site.id }], types: follows ? null : types };
        await call(saveSitesEventTypes, { input, key: keyOf(input) });
      } else {
        const input = { types, version: read };
        await call(saveEventTypes, { input, key: keyOf(input) });
      }
      notifySuccess('Types d’événements enregistrés');
      void queryClient.invalidateQueries();
      onClose();
    } catch (error) {
      notifyProblem(error);
    }
  });
  const set = (type: EventType, name: keyof TypeSettings, value: boolean): void => {
    leaving.dirty.current = true;
    setChosen((before) => {
      const { enabled, customerShow, notifyAgency, notifyCustomer } = before.get(type.id) ?? type;
      return new Map(before).set(type.id, { enabled, customerShow, notifyAgency, notifyCustomer, [name]: value });
    });
  };
  return (
    <Stack inert={act.busy}>
      {site && (
        <Switch
          label="Utiliser les types d’événements de l’agence"
          checked={follows}
          onChange={(event) => {
            leaving.dirty.current = true;
            setFollows(event.currentTarget.checked);
          }}
        />
      )}
      {!follows && (
        <div className={classes.types}>
          <table>
            <thead>
              <tr>
                <th scope="col">Type</th>
                {names.map((name) => (
                  <th key={name} scope="col">
                    {flags[name]}
                  </th>
                ))}
              </tr>
            </thead>
            {Object.entries(logCategories).map(([key, category]) => {
              const types = writableTypes.filter(({ typeKey }) => typeKey === key);
              return (
                types.length > 0 && (
                  <tbody key={key}>
                    <tr>
                      <th scope="rowgroup" colSpan={names.length + 1}>
                        {category}
                      </th>
                    </tr>
                    {types.map((type) => (
                      <tr key={type.id}>
                        <td>{type.label}</td>
                        {names.map((name) => (
                          <td key={name}>
                            <Checkbox
                              aria-label={`${type.label} : ${flags[name]}`}
                              checked={(chosen.get(type.id) ?? type)[name]}
                              onChange={(event) => set(type, name, event.currentTarget.checked)}
                            />
                          </td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                )
              );
            })}
          </table>
        </div>
      )}
      <Text size="sm" c="dimmed">
        Vaut pour ce qui sera consigné ensuite : les mains courantes déjà écrites restent visibles comme elles
        l’étaient.
      </Text>
      <ActFooter act={act} label="Enregistrer" onLeave={leaving.ask} />
    </Stack>
  );
}
