// Platform staff choose an agency, then the person they act for.
import { Combobox, Loader, Text, UnstyledButton, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { searchDelay } from '#core/kernel/query.ts';
import { listAgencies, listProfiles } from '#core/session/agencies.ts';
import { queryOf } from '#ui/client/queries.tsx';
import { actFor, goToAgency, useSession } from '#ui/client/session.ts';
import { IconSelector } from '#ui/icons.ts';
import { notifyProblem } from '#ui/notify.ts';
import classes from './Place.module.css';

interface Option {
  id: string;
  name: string;
  detail?: string | null;
}

export default function AgencySwitch({ onChange }: { onChange(): void }): ReactElement {
  const { agency, acting } = useSession();
  const goTo = async (chosen: Option): Promise<void> => {
    await goToAgency(chosen);
    onChange();
  };
  return (
    <>
      <Picker
        label={agency ? `Agence : ${agency.name}. Changer d’agence` : 'Choisir une agence'}
        shown={agency?.name ?? null}
        placeholder="Choisir une agence"
        search="Rechercher une agence"
        useOptions={useAgencies}
        onPick={goTo}
      />
      {agency && !acting ? (
        <Picker
          key={agency.id}
          label="Agir au nom de…"
          shown={null}
          placeholder="Agir au nom de…"
          search="Rechercher une personne"
          useOptions={useProfiles}
          onPick={async ({ id }) => {
            await actFor({ id, agency: { id: agency.id } });
            onChange();
          }}
        />
      ) : null}
    </>
  );
}

type UseOptions = (query: string, enabled: boolean) => { options: Option[] | undefined; failed: boolean };

const useAgencies: UseOptions = (query, enabled) => {
  const { data, isError } = useQuery({ ...queryOf(listAgencies, { input: { query, limit: 10, page: 1 } }), enabled });
  return { options: data?.agencies, failed: isError };
};

const useProfiles: UseOptions = (query, enabled) => {
  const { agency } = useSession();
  const asked = { params: { id: agency?.id ?? '' }, input: { query, limit: 20 } };
  const { data, isError } = useQuery({ ...queryOf(listProfiles, asked), enabled: enabled && agency !== null });
  const options = data?.profiles.map(({ id, fullname, position, company, type }) => ({
    id,
    name: fullname,
    detail: [position, type === 'CUSTOMER' ? company : null].filter(Boolean).join(' · '),
  }));
  return { options, failed: isError };
};

interface PickerProps {
  label: string;
  shown: string | null;
  placeholder: string;
  search: string;
  useOptions: UseOptions;
  onPick(option: Option): Promise<void>;
}

function Picker({ label, shown, placeholder, search, useOptions, onPick }: PickerProps): ReactElement {
  const [query, setQuery] = useState('');
  const [settled] = useDebouncedValue(query, searchDelay);
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      setQuery('');
      combobox.resetSelectedOption();
    },
  });
  const { options, failed } = useOptions(settled, combobox.dropdownOpened);
  const pick = (id: string): void => {
    combobox.closeDropdown();
    const option = options?.find((found) => found.id === id);
    if (option) onPick(option).catch(notifyProblem);
  };
  return (
    <Combobox store={combobox} onOptionSubmit={pick} width={300} position="bottom-start">
      <Combobox.Target targetType="button">
        <UnstyledButton className={classes.target ?? ''} aria-label={label} onClick={() => combobox.toggleDropdown()}>
          <span className={`${classes.name} ${shown ? '' : classes.soft}`}>{shown ?? placeholder}</span>
          <IconSelector size={14} aria-hidden />
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          placeholder={search}
          aria-label={search}
        />
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }}>
          {options?.map((option) => (
            <Combobox.Option key={option.id} value={option.id}>
              <Text size="sm">{option.name}</Text>
              {option.detail ? (
                <Text size="xs" c="dimmed">
                  {option.detail}
                </Text>
              ) : null}
            </Combobox.Option>
          ))}
          {options === undefined && !failed ? (
            <Combobox.Empty>
              <Loader size="xs" role="status" aria-label="Recherche" />
            </Combobox.Empty>
          ) : null}
          {options?.length === 0 ? <Combobox.Empty>Aucun résultat</Combobox.Empty> : null}
          {failed ? <Combobox.Empty>La recherche a échoué.</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
