// Map background without tile server: meridians and parallels at round degrees, drawn with CSS.
import {
  type Coords,
  DomUtil,
  type GridLayer,
  type GridLayerOptions,
  gridLayer,
  type Map as LeafletMap,
} from 'leaflet';
import classes from './Map.module.css';

const widest = 150;
const steps = [
  45, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001, 0.00005,
];

/** The widest step, in degrees, whose lines are close enough on the screen. */
export const stepAt = (pixelsInDegree: number): number =>
  steps.find((step) => step * pixelsInDegree <= widest) ?? (steps.at(-1) as number);

/** Round degrees between two bounds. */
export function roundDegrees(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  return Array.from(
    { length: Math.max(0, Math.floor(to / step) - first + 1) },
    (_none, index) => (first + index) * step,
  );
}

const line = (tile: HTMLElement, kind: 'meridian' | 'parallel', at: number): void => {
  const drawn = DomUtil.create('i', classes[kind] ?? '', tile);
  drawn.style[kind === 'meridian' ? 'left' : 'top'] = `${at}px`;
};

export function graticule(options: GridLayerOptions): GridLayer {
  const layer = gridLayer(options) as GridLayer & { createTile(at: Coords): HTMLElement; _map: LeafletMap };
  layer.createTile = (at) => {
    const tile = DomUtil.create('div');
    const size = layer.getTileSize();
    const corner = at.scaleBy(size);
    const [northWest, southEast] = [corner, corner.add(size)].map((point) => layer._map.unproject(point, at.z));
    if (!northWest || !southEast) return tile;
    const step = stepAt(size.x / (southEast.lng - northWest.lng));
    for (const lng of roundDegrees(northWest.lng, southEast.lng, step)) {
      line(tile, 'meridian', layer._map.project([northWest.lat, lng], at.z).x - corner.x);
    }
    for (const lat of roundDegrees(southEast.lat, northWest.lat, step)) {
      line(tile, 'parallel', layer._map.project([lat, northWest.lng], at.z).y - corner.y);
    }
    return tile;
  };
  return layer;
}
