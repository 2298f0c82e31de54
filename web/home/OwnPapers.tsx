// « Mes papiers »: the user's card, certificates and contract, with expiry date and advice.
import type { ReactElement } from 'react';
import { type OwnPaper, type PaperState, paperStates, readOwnPapers } from '#core/home/papers.ts';
import { useCall } from '#ui/client/queries.tsx';
import { formatDay } from '#ui/format.ts';
import { IconCertificate, IconFileText, IconIdBadge2 } from '#ui/icons.ts';
import classes from './Home.module.css';
import { OwnPanel } from './OwnPanel.tsx';

const icons = { card: IconIdBadge2, paper: IconCertificate, contract: IconFileText } as const;

const tones: Record<PaperState, string> = {
  EXPIRED: 'negative',
  MISSING: 'negative',
  SOON: 'warning',
  WATCH: 'warning',
  UNDATED: 'warning',
  NEXT: 'info',
  VALID: 'positive',
};

export function OwnPapers(): ReactElement {
  const { data, error, isFetching, refetch } = useCall(readOwnPapers, { mount: 'agent' });
  return (
    <OwnPanel
      title="Mes papiers"
      items={data?.papers.map((paper) => <Paper key={`${paper.kind} ${paper.name}`} paper={paper} />) ?? null}
      empty="Vos cartes, formations et contrats apparaîtront ici dès que votre agence les enregistrera."
      failure="Vos papiers n’ont pas pu être lus."
      failed={error !== null}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

function Paper({ paper: { kind, name, number, expiresAt, state, advice } }: { paper: OwnPaper }): ReactElement {
  const Icon = icons[kind];
  const ends = expiresAt ? `${state === 'EXPIRED' ? 'Jusqu’au' : 'Valable jusqu’au'} ${formatDay(expiresAt)}` : null;
  return (
    <li className={classes.paper} data-tone={tones[state]}>
      <Icon size={20} stroke={1.5} aria-hidden className={classes.icon ?? ''} />
      <span className={classes.words}>
        <span className={classes.label}>{name}</span>
        <span className={classes.description}>
          {[number, ends].filter(Boolean).join(' · ') ||
            (state === 'MISSING' ? 'Aucun enregistré' : 'Sans date de fin')}
        </span>
        {advice && <span className={classes.advice}>{advice}</span>}
      </span>
      <span className={classes.state} data-tone={tones[state]}>
        {paperStates[state]}
      </span>
    </li>
  );
}
