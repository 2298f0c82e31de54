// « Contrôle CNAPS »: what to put right before a controller comes, then the file to hand him, for a chosen period.
import { Alert, Badge, Button, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { downloadControl, readControl } from '#core/control/calls.ts';
import { type Gap, type GapKind, gapKinds, isGrave } from '#core/control/gaps.ts';
import { type ControlPart, controlParts, partNames, toAddByHand } from '#core/control/parts.ts';
import { day as dayField } from '#core/kernel/field.ts';
import { Problem } from '#core/kernel/problem.ts';
import { monthAfter } from '#core/planning/days.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { today } from '#ui/clock.ts';
import { saveDocument } from '#ui/files/documents.ts';
import { plural } from '#ui/format.ts';
import { IconCheck, IconDownload } from '#ui/icons.ts';
import { FieldInput } from '#ui/kinds/inputs.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import { RecordLink } from '#ui/shell/RecordLink.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import classes from './control.module.css';

const bounds = { start: dayField('Du', { required: true }), end: dayField('Au', { required: true }) };
const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

const units: Record<ControlPart, [string, string?]> = {
  AGENCY: ['dirigeant'],
  CARDS: ['personne'],
  TRAINING: ['titre'],
  REGISTER: ['inscription'],
  CONTRACTS: ['contrat signé', 'contrats signés'],
  HOURS: ['vacation'],
  CUSTOMERS: ['client'],
  SUBCONTRACTORS: ['sous-traitant'],
  PAYSLIPS: ['bulletin'],
};

/** What to look for among the settings. */
const settingOf: Partial<Record<GapKind, string>> = {
  ...{ APPROVAL_MISSING: 'autorisation', APPROVAL_EXPIRED: 'autorisation' },
  ...{ INSURANCE_MISSING: 'assurance', INSURANCE_EXPIRED: 'assurance' },
  ...{ MANAGER_MISSING: 'dirigeants', MANAGER_APPROVAL: 'dirigeants', MANAGER_EXPIRED: 'dirigeants' },
};

export default function Control({ title, description }: ScreenProps): ReactElement {
  const { zone } = useLocale();
  // The quarter that ends today.
  const [typed, setTyped] = useState<Record<string, unknown>>(() => {
    const end = today(zone);
    return { start: `${monthAfter(end.slice(0, 7), -2)}-01`, end };
  });
  const { start, end } = typed;
  const isWhole = isDay(start) && isDay(end);
  const period = { start: isDay(start) ? start : '', end: isDay(end) ? end : '' };
  const { data, error, isFetching, refetch } = useCall(readControl, { input: period, enabled: isWhole });
  const [busy, setBusy] = useState(false);
  const violations = error instanceof Problem ? (error.details.violations ?? []) : [];
  const take = async (): Promise<void> => {
    setBusy(true);
    await saveDocument({ endpoint: downloadControl, query: period }, `Dossier de contrôle ${start} ${end}.zip`);
    setBusy(false);
  };
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      <div className={classes.tools}>
        {(['start', 'end'] as const).map((path) => (
          <FieldInput
            key={path}
            {...{ field: bounds[path], path, value: typed[path], leave: () => {} }}
            faults={Object.fromEntries(violations.map((one) => [one.path, one.message]))}
            change={(_, value) => setTyped((before) => ({ ...before, [path]: value }))}
          />
        ))}
        <Button
          leftSection={<IconDownload size={18} aria-hidden />}
          disabled={!data || isFetching}
          loading={busy}
          onClick={() => void take()}
        >
          Télécharger le dossier
        </Button>
      </div>
      {error && !data ? (
        <ReadFailure
          title="Le contrôle n’a pas pu être préparé"
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <div className={classes.columns} aria-busy={isFetching}>
          <Gaps gaps={data.gaps} />
          <Contents parts={data.parts} />
        </div>
      ) : (
        <Stack gap="xs" aria-busy role="status" aria-label="Chargement">
          {[1, 2, 3, 4].map((bone) => (
            <Skeleton key={bone} height={64} />
          ))}
        </Stack>
      )}
    </div>
  );
}

function Gaps({ gaps }: { gaps: readonly Gap[] }): ReactElement {
  const grave = gaps.filter(({ kind }) => isGrave(kind)).length;
  return (
    <section aria-label="À mettre en ordre avant la visite" className={classes.gaps}>
      <h2 className={classes.heading}>À mettre en ordre avant la visite</h2>
      {gaps.length === 0 ? (
        <Alert color="green" icon={<IconCheck aria-hidden />} title="Rien à signaler">
          Aucun manque n’a été trouvé pour cette période.
        </Alert>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {plural(gaps.length, 'point')}
            {grave > 0 && `, dont ${plural(grave, 'grave')}`}. Chacun s’ouvre là où il se règle.
          </Text>
          {partNames.map((part) => (
            <Part key={part} part={part} gaps={gaps.filter(({ kind }) => gapKinds[kind].part === part)} />
          ))}
        </>
      )}
    </section>
  );
}

/** Of one part, before « Voir tout ». */
const first = 8;

function Part({ part, gaps }: { part: ControlPart; gaps: readonly Gap[] }): ReactElement | null {
  const [isOpen, setOpen] = useState(false);
  if (gaps.length === 0) return null;
  const shown = isOpen ? gaps : gaps.slice(0, first);
  return (
    <section className={classes.part} aria-label={controlParts[part]}>
      <h3 className={classes.name}>
        {controlParts[part]}
        <Badge color={gaps.some(({ kind }) => isGrave(kind)) ? 'red' : 'orange'} variant="light">
          {gaps.length}
        </Badge>
      </h3>
      <ul className={classes.list}>
        {shown.map((gap, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one person may miss the same thing twice
          <li key={`${gap.kind} ${gap.name} ${index}`} data-grave={isGrave(gap.kind) || undefined}>
            <span className={classes.what}>{gapKinds[gap.kind].label}</span>
            <span className={classes.who}>
              <Opened gap={gap} />
              {gap.detail && <span> – {gap.detail}</span>}
            </span>
            {gap.article && <span className={classes.article}>{gap.article}</span>}
          </li>
        ))}
      </ul>
      {gaps.length > first && (
        <Button size="compact-sm" variant="subtle" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
          {isOpen ? 'Réduire' : `Voir tout (${gaps.length})`}
        </Button>
      )}
    </section>
  );
}

/** The agency's own papers are settings; everything else is a record. */
function Opened({ gap: { kind, record, name } }: { gap: Gap }): ReactElement {
  const { can } = useSession();
  if (record === null) return <span>{name}</span>;
  if (record.entity !== 'agency')
    return (
      <RecordLink entity={record.entity} id={record.id}>
        {name}
      </RecordLink>
    );
  if (!can(['readAgencySetting'])) return <span>{name}</span>;
  return (
    <Link to="/settings" search={{ find: settingOf[kind] ?? 'sous-traitant' } as never}>
      {name}
    </Link>
  );
}

function Contents({ parts }: { parts: readonly { part: ControlPart; count: number | null }[] }): ReactElement {
  return (
    <section aria-label="Contenu du dossier" className={classes.contents}>
      <h2 className={classes.heading}>Contenu du dossier</h2>
      <ol className={classes.parts}>
        {parts.map(({ part, count }) => (
          <li key={part}>
            <span>{controlParts[part]}</span>
            <span className={classes.count}>
              {count === null ? 'non joint : droit manquant' : plural(count, ...units[part])}
            </span>
          </li>
        ))}
      </ol>
      <Text size="sm" c="dimmed" mt="xs">
        Une archive avec son sommaire. À joindre vous-même : {toAddByHand.toLowerCase()}. Un contrat signé sur papier
        compte une fois marqué comme signé ; joignez-y son exemplaire numérisé. Les points à mettre en ordre restent sur
        cet écran : ils ne sont pas dans l’archive.
      </Text>
    </section>
  );
}
