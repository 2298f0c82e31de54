import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Map as LeafletMap } from 'leaflet';
import { afterEach, expect, test, vi } from 'vitest';
import { positionNotFound } from '#core/addresses/addresses.ts';
import classes from './Map.module.css';
import PlaceMap, { type PlaceMapProps } from './PlaceMap.tsx';

afterEach(() => {
  cleanup();
  notifications.clean();
  vi.unstubAllGlobals();
});

const nice = { latitude: 43.7, longitude: 7.25 };

function open(props: Partial<PlaceMapProps>) {
  const page = (more: Partial<PlaceMapProps>) => (
    <MantineProvider env="test">
      <Notifications />
      <PlaceMap label="Carte" centre={nice} location={nice} {...props} {...more} />
    </MantineProvider>
  );
  const { rerender } = render(page({}));
  return { show: (more: Partial<PlaceMapProps>) => rerender(page(more)) };
}

const map = (): HTMLElement => screen.getByRole('region', { name: 'Carte' });
const drawn = (name: string): number => map().querySelectorAll(`.${classes[name]}`).length;
/** The map is open and the place is drawn. */
const ready = () =>
  waitFor(() => {
    expect(screen.queryByLabelText('Chargement de la carte')).toBeNull();
    expect(drawn('pin')).toBe(1);
  });

function locateAs(accuracy: number | null): void {
  vi.stubGlobal('navigator', {
    userAgent: navigator.userAgent,
    geolocation: {
      getCurrentPosition: (found: (at: object) => void, failed: () => void, asked: PositionOptions) => {
        expect(asked).toEqual({ enableHighAccuracy: true, timeout: 15_000 });
        if (accuracy === null) failed();
        else found({ coords: { latitude: 43.71, longitude: 7.26, accuracy } });
      },
    },
  });
}

test('the map opens after a quarter of a second, with the place, its circle and its scale', async () => {
  open({ radius: 100 });
  expect(screen.getByLabelText('Chargement de la carte')).toBeTruthy();
  await ready();
  expect([drawn('pin'), drawn('ring'), drawn('handle')]).toEqual([1, 1, 0]);
  expect(map().querySelector('.leaflet-control-scale-line')?.textContent).toMatch(/^\d+ m$/);
  expect(screen.getByTitle('Zoomer')).toBeTruthy();
});

test('it opens at zoom 18 after 250 ms, not before', async () => {
  const views = vi.spyOn(LeafletMap.prototype, 'setView');
  vi.useFakeTimers();
  try {
    open({});
    vi.advanceTimersByTime(249);
    expect(views).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    const [centre, zoom] = views.mock.calls[0] ?? [];
    expect(centre).toMatchObject({ lat: nice.latitude, lng: nice.longitude });
    expect(zoom).toBe(18);
  } finally {
    vi.useRealTimers();
    views.mockRestore();
  }
});

test('users who may move the place see a handle; removing the place removes its circle', async () => {
  const { show } = open({ radius: 100, onPlace: vi.fn(), onRadius: vi.fn() });
  await ready();
  expect([drawn('pin'), drawn('ring'), drawn('handle')]).toEqual([1, 1, 1]);
  show({ radius: null });
  expect([drawn('pin'), drawn('ring'), drawn('handle')]).toEqual([1, 0, 0]);
  show({ location: null });
  expect([drawn('pin'), drawn('ring'), drawn('handle')]).toEqual([0, 0, 0]);
});

test('the other sites are dots, and one button shows them all', async () => {
  open({ dots: [{ id: '1', name: 'Dépôt', location: { latitude: 43.72, longitude: 7.27 } }], dotsLabel: 'Tous' });
  await ready();
  expect(drawn('dot')).toBe(1);
  fireEvent.click(screen.getByRole('button', { name: 'Tous' }));
});

test.each([
  [499, 1],
  [500, 0],
])('for a position known to %d metres, %d accuracy circle is drawn', async (accuracy, circles) => {
  locateAs(accuracy);
  const onPlace = vi.fn();
  open({ onPlace });
  await ready();
  fireEvent.click(screen.getByRole('button', { name: 'Ma position' }));
  await waitFor(() => expect(drawn('here')).toBe(1));
  expect(drawn('accuracy')).toBe(circles);
  expect(onPlace).toHaveBeenCalledWith({ latitude: 43.71, longitude: 7.26 });
});

test('a position that is not found is reported in the words of the specification', async () => {
  locateAs(null);
  const onPlace = vi.fn();
  open({ onPlace });
  await ready();
  fireEvent.click(screen.getByRole('button', { name: 'Ma position' }));
  await screen.findByText(positionNotFound);
  expect(onPlace).not.toHaveBeenCalled();
});
