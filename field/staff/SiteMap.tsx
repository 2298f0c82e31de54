// The map of the desk, with its styles.
import '#ui/theme/desk.css';
import type { ReactElement } from 'react';
import type { Location } from '#core/addresses/addresses.ts';
import { PlaceMap } from '#ui/Map/index.tsx';

interface Props {
  name: string;
  location: Location;
  radius: number | null;
}

const SiteMap = ({ name, location, radius }: Props): ReactElement => (
  <PlaceMap label={`Carte de ${name}`} centre={location} location={location} radius={radius} />
);
export default SiteMap;
