// One site in the field (I-022): its address, accesses and instructions, as the site opens them to agents.
import { lazy, type ReactElement, Suspense, useEffect } from 'react';
import { replaceHash } from '#ui/client/hash.ts';
import { tenant } from '#ui/client/tenant.ts';
import classes from '../field.module.css';
import { Instructions } from '../instructions/Instructions.tsx';
import { Page } from '../Page.tsx';
import { holds, type OfPage } from '../part.ts';
import { Access, Address, Items } from '../SiteFacts.tsx';

/** With a tile provider and a network only: « Itinéraire » works without. */
const SiteMap = lazy(() => import('./SiteMap.tsx'));

export default function SitePage({ session, view, rest: [id] }: OfPage): ReactElement {
  const site = view.held.sites.find((one) => one.id === id);
  // Not one of his services: the agency's own screen, as its right says.
  const elsewhere = !site && id && holds(view, 'listSites') ? `/sites?open=${encodeURIComponent(id)}` : null;
  useEffect(() => {
    if (elsewhere) replaceHash(elsewhere);
    else if (!id) replaceHash('/terrain/sites');
  }, [elsewhere, id]);
  if (!site)
    return (
      <Page title="Site" back="#/terrain/sites">
        {elsewhere || !id ? null : <p role="alert">Ce site n’est pas un de ceux de vos services.</p>}
      </Page>
    );
  const location = site.address?.location ?? null;
  return (
    <Page title={site.name} back="#/terrain/sites">
      {site.customer ? <p className={classes.dim}>{site.customer.name}</p> : null}
      {site.address ? <Address address={site.address} /> : null}
      {location && tenant().mapTiles && view.link === 'works' ? (
        <Suspense fallback={null}>
          <SiteMap name={site.name} location={location} radius={site.radius ?? null} />
        </Suspense>
      ) : null}
      <Access label="Clés" lines={site.siteKeys} />
      <Access label="Alarmes" lines={site.siteAlarms} />
      <Items items={view.held.frame?.items?.[site.id]} />
      <Instructions session={session} view={view} site={site.id} service={null} />
      {holds(view, 'listSites') ? (
        <a className={classes.other} href={`#/sites?open=${encodeURIComponent(site.id)}`}>
          Fiche complète
        </a>
      ) : null}
    </Page>
  );
}
