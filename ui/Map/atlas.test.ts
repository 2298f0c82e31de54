import { expect, test } from 'vitest';
import { openAtlas } from './atlas.ts';

const hostile = '<img src=x onerror="alert(1)"><b>Quai</b>';
const location = { latitude: 43.7, longitude: 7.27 };

test('a name is shown as text, in the tooltip of a dot and of a numbered point', () => {
  const container = document.createElement('div');
  document.body.append(container);
  const atlas = openAtlas(container, { centre: location, tiles: null });
  atlas.show({
    location,
    radius: null,
    dots: [
      { id: '1', name: hostile, location },
      { id: '2', name: hostile, location, label: hostile },
    ],
    here: null,
  });
  for (const mark of container.querySelectorAll('.leaflet-interactive'))
    mark.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
  const tips = [...container.querySelectorAll('.leaflet-tooltip')].map((tip) => tip.textContent);
  expect(tips).toEqual([hostile, `${hostile}. ${hostile}`]);
  expect(container.querySelectorAll('img, b')).toHaveLength(0);
  atlas.close();
});

test('a dot of a higher rank is above one further south', () => {
  const container = document.createElement('div');
  document.body.append(container);
  const atlas = openAtlas(container, { centre: location, tiles: null });
  const south = { ...location, latitude: 43.699 };
  atlas.show({
    location: null,
    radius: null,
    dots: [
      { id: '1', name: 'En retard', location, label: '1', rank: 1 },
      { id: '2', name: 'En cours', location: south, label: '2', rank: 0 },
    ],
    here: null,
  });
  const [late, running] = [...container.querySelectorAll<HTMLElement>('.leaflet-marker-icon')];
  expect(Number(late?.style.zIndex)).toBeGreaterThan(Number(running?.style.zIndex));
  atlas.close();
});
