// A small API over Leaflet. Leaflet draws outside React, which only passes what to show.
import {
  type Circle,
  type CircleMarker,
  circle,
  circleMarker,
  control,
  divIcon,
  type LatLng,
  type LatLngBounds,
  type LatLngTuple,
  latLngBounds,
  type Marker,
  map as openMap,
  type Polyline,
  marker as placeMarker,
  polyline,
  tileLayer,
} from 'leaflet';
import type { Location } from '#core/addresses/addresses.ts';
import { inkOn, isColour } from '#core/tenant/colour.ts';
import { graticule } from './graticule.ts';
import classes from './Map.module.css';

export interface Dot {
  id: string;
  name: string;
  location: Location;
  /** Shown inside the dot, which is then larger. */
  label?: string;
  colour?: string;
  /** A higher one is drawn above its neighbours. */
  rank?: number;
}

export interface Here {
  location: Location;
  /** In metres. */
  accuracy: number;
}

export interface Shown {
  location: Location | null;
  radius: number | null;
  dots: readonly Dot[];
  /** The dots form a route. */
  route?: boolean;
  here: Here | null;
}

export interface AtlasOptions {
  centre: Location;
  tiles: { url: string; attribution: string } | null;
  /** Absent: read-only. */
  onPlace?: ((location: Location) => void) | undefined;
  onRadius?: ((metres: number) => void) | undefined;
}

export interface Atlas {
  show(shown: Shown): void;
  /** Back to the place, at the initial zoom. */
  recentre(): void;
  /** Zooms until everything is visible. */
  fit(): void;
  close(): void;
}

/** I-024 */
const firstZoom = 18;
/** I-025: a wider circle is useless. */
export const accuracyShown = 500;
const metresInDegree = 111_320;

const at = ({ latitude, longitude }: Location): LatLngTuple => [latitude, longitude];
/** Below this many pixels the handle would cover the place. */
const graspable = 24;
/** Rounded to a decimetre. */
const locationOf = ({ lat, lng }: LatLng): Location => ({
  latitude: Number(lat.toFixed(6)),
  longitude: Number(lng.toFixed(6)),
});

/** The point of the circle due east, position of its handle. */
const eastOf = ({ lat, lng }: LatLng, metres: number): LatLngTuple => [
  lat,
  lng + metres / (metresInDegree * Math.max(Math.cos((lat * Math.PI) / 180), 0.01)),
];

/** Leaflet reads a string as HTML: give it an element that holds the text. */
function textElement(text: string): HTMLElement {
  const element = document.createElement('span');
  element.textContent = text;
  return element;
}

/** A numbered point of a round, in its colour. */
function stepIcon(label: string, colour: string | undefined): ReturnType<typeof divIcon> {
  const mark = textElement(label);
  if (colour && isColour(colour)) {
    mark.style.background = colour;
    mark.style.color = inkOn(colour);
  }
  return divIcon({ className: classes.step ?? '', html: mark, iconSize: [24, 24], iconAnchor: [12, 12] });
}

const isSame = (one: Location | null, other: Location | null): boolean =>
  one?.latitude === other?.latitude && one?.longitude === other?.longitude;

export function openAtlas(container: HTMLElement, { centre, tiles, onPlace, onRadius }: AtlasOptions): Atlas {
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = openMap(container, {
    center: at(centre),
    zoom: firstZoom,
    minZoom: 3,
    maxZoom: 20,
    zoomControl: false,
    attributionControl: false,
    // The wheel scrolls the form until the user clicks the map.
    scrollWheelZoom: false,
    zoomAnimation: !still,
    fadeAnimation: !still,
    markerZoomAnimation: !still,
    inertia: !still,
  });
  control.zoom({ zoomInTitle: 'Zoomer', zoomOutTitle: 'Dézoomer' }).addTo(map);
  control.scale({ metric: true, imperial: false }).addTo(map);
  graticule({ maxZoom: 20 }).addTo(map);
  if (tiles) {
    control.attribution({ prefix: false }).addTo(map);
    tileLayer(tiles.url, { attribution: tiles.attribution, maxZoom: 20, maxNativeZoom: 19 }).addTo(map);
  }
  map.on('focus', () => map.scrollWheelZoom.enable());
  map.on('blur', () => map.scrollWheelZoom.disable());
  const resized = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  resized.observe(container);

  let shown: Shown = { location: null, radius: null, dots: [], here: null };
  let pin: Marker | null = null;
  let ring: Circle | null = null;
  let handle: Marker | null = null;
  let around: (CircleMarker | Marker | Polyline)[] = [];
  let here: (CircleMarker | Circle)[] = [];

  const icon = (name: 'pin' | 'handle'): ReturnType<typeof divIcon> => {
    const size = name === 'pin' ? 30 : 18;
    const [middle, foot] = [size / 2, name === 'pin' ? size : size / 2];
    return divIcon({ className: classes[name] ?? '', iconSize: [size, size], iconAnchor: [middle, foot] });
  };

  const place = (location: Location): void => {
    if (!pin) {
      // By keyboard, the inputs beside the map change it.
      pin = placeMarker(at(location), {
        icon: icon('pin'),
        draggable: onPlace !== undefined,
        keyboard: false,
        autoPan: true,
      }).addTo(map);
      pin.on('drag', () => {
        const now = pin?.getLatLng() as LatLng;
        ring?.setLatLng(now);
        handle?.setLatLng(eastOf(now, ring?.getRadius() ?? 0));
      });
      pin.on('dragend', () => onPlace?.(locationOf(pin?.getLatLng() as LatLng)));
    }
    pin.setLatLng(at(location));
  };

  const offerHandle = (): void => {
    if (!ring || !handle) return;
    const [middle, edge] = [ring.getLatLng(), handle.getLatLng()].map((point) => map.latLngToContainerPoint(point));
    const reach = middle && edge ? middle.distanceTo(edge) : 0;
    handle.getElement()?.toggleAttribute('hidden', reach < graspable);
  };
  map.on('zoomend', offerHandle);

  const encircle = (location: Location, radius: number): void => {
    ring ??= circle(at(location), { radius, className: classes.ring ?? '', interactive: false }).addTo(map);
    ring.setLatLng(at(location)).setRadius(radius);
    if (!onRadius) return;
    if (!handle) {
      handle = placeMarker(at(location), {
        icon: icon('handle'),
        draggable: true,
        keyboard: false,
        zIndexOffset: 1_000,
      }).addTo(map);
      const reach = (): number =>
        Math.max(1, Math.round(map.distance((ring as Circle).getLatLng(), (handle as Marker).getLatLng())));
      handle.on('drag', () => ring?.setRadius(reach()));
      handle.on('dragend', () => onRadius(reach()));
    }
    handle.setLatLng(eastOf(ring.getLatLng(), radius));
    offerHandle();
  };

  const clear = (): void => {
    for (const layer of [pin, ring, handle]) layer?.remove();
    [pin, ring, handle] = [null, null, null];
  };

  const drawDot = ({ name, location, label, colour, rank = 0 }: Dot): CircleMarker | Marker =>
    label === undefined
      ? circleMarker(at(location), { radius: 5, className: classes.dot ?? '' }).bindTooltip(textElement(name), {
          direction: 'top',
        })
      : placeMarker(at(location), {
          icon: stepIcon(label, colour),
          keyboard: false,
          interactive: true,
          // Leaflet puts the southern ones above, by their pixels: more than a screen has.
          zIndexOffset: rank * 10_000,
        }).bindTooltip(textElement(`${label}. ${name}`), { direction: 'top', offset: [0, -12] });

  const drawDots = (dots: readonly Dot[], route: boolean): void => {
    for (const dot of around) dot.remove();
    const way =
      route && dots.length > 1
        ? [
            polyline(
              dots.map(({ location }) => at(location)),
              { className: classes.route ?? '', interactive: false },
            ),
          ]
        : [];
    around = [...way, ...dots.map(drawDot)];
    for (const layer of around) layer.addTo(map);
    ring?.bringToFront();
  };

  const drawHere = (found: Here | null): void => {
    for (const layer of here) layer.remove();
    here = [];
    if (!found) return;
    const { location, accuracy } = found;
    if (accuracy < accuracyShown) {
      here.push(circle(at(location), { radius: accuracy, className: classes.accuracy ?? '', interactive: false }));
    }
    here.push(
      circleMarker(at(location), { radius: 6, className: classes.here ?? '' }).bindTooltip(textElement('Ma position'), {
        direction: 'top',
      }),
    );
    for (const layer of here) layer.addTo(map);
    map.setView(at(location), map.getZoom());
  };

  // A click sets the place if there is none.
  map.on('click', ({ latlng }) => {
    if (shown.location === null) onPlace?.(locationOf(latlng));
  });

  return {
    show: (next) => {
      const before = shown;
      shown = next;
      const { location, radius } = next;
      if (location === null) clear();
      else {
        place(location);
        if (radius !== null) encircle(location, radius);
        else for (const layer of [ring, handle]) layer?.remove();
        if (radius === null) [ring, handle] = [null, null];
        // The place was typed in an input: follow it.
        if (!isSame(before.location, location) && !map.getBounds().pad(-0.1).contains(at(location)))
          map.setView(at(location), map.getZoom());
      }
      if (before.dots !== next.dots) drawDots(next.dots, next.route ?? false);
      if (before.here !== next.here) drawHere(next.here);
    },
    recentre: () => map.setView(at(shown.location ?? centre), firstZoom),
    fit: () => {
      const points = [...shown.dots.map(({ location }) => location), shown.location, shown.here?.location ?? null];
      const bounds: LatLngBounds = latLngBounds(points.flatMap((point) => (point ? [at(point)] : [])));
      if (bounds.isValid()) map.fitBounds(bounds, { padding: [32, 32], maxZoom: firstZoom });
    },
    close: () => {
      resized.disconnect();
      map.remove();
    },
  };
}
