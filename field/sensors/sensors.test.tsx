import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { cameraRefused } from '#core/field/photo.ts';
import { soundProblems } from '#core/safety/told.ts';
import { store } from '#ui/client/store.ts';
import { Photos } from '../Photos.tsx';
import { Permissions } from '../safety/Permissions.tsx';
import { resized } from './camera.ts';
import { PositionSensor } from './position.ts';
import { AlarmSound } from './sound.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('E-056: a phone without sound, or one that does not play it, says so', async () => {
  vi.stubGlobal('AudioContext', undefined);
  const mute = new AlarmSound();
  await mute.unlock();
  expect([mute.permission.get(), mute.problem.get()]).toEqual(['absent', soundProblems.load]);
  const refusing = new AlarmSound();
  vi.stubGlobal(
    'AudioContext',
    class {
      state = 'suspended';
      resume = async (): Promise<void> => undefined;
    },
  );
  await refusing.unlock();
  expect([refusing.permission.get(), refusing.problem.get()]).toEqual(['refused', soundProblems.play]);
});

test('E-057, S-007, S-030: what is refused is said with its remedy; the settings cannot be opened from a page', () => {
  const guard = {
    motion: { permission: store('refused') },
    wakeLock: { permission: store('granted') },
    sound: { permission: store('refused'), problem: store(soundProblems.play) },
    permit: vi.fn(),
  };
  const session = { position: { permission: store('refused') } };
  render(
    <MantineProvider>
      <Permissions guard={guard as never} session={session as never} />
    </MantineProvider>,
  );
  for (const words of ['accéléromètre et gyroscope', 'Autorisez la localisation précise', soundProblems.play])
    expect(screen.getByText(new RegExp(words))).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Ouvrir les paramètres' }));
  expect(screen.getByRole('alert').textContent).toContain("Impossible d'accéder aux paramètres");
  fireEvent.click(screen.getByRole('button', { name: 'Autoriser' }));
  expect(guard.permit).toHaveBeenCalled();
});

test('E-058: a photo is a JPEG of quality 50, at most 1,280 pixels on its longer side', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4_000, height: 3_000, close: () => undefined }));
  const made: unknown[] = [];
  vi.spyOn(document, 'createElement').mockImplementation((() => ({
    getContext: () => ({ drawImage: (_: unknown, ...place: number[]) => made.push(place) }),
    toBlob: (done: (blob: Blob) => void, type: string, quality: number) => {
      made.push([type, quality]);
      done(new Blob(['x'], { type }));
    },
  })) as never);
  expect((await resized(new Blob(['x']))).type).toBe('image/jpeg');
  expect(made).toEqual([
    [0, 0, 1_280, 960],
    ['image/jpeg', 0.5],
  ]);
});

test('E-059: a photo that cannot be taken is told in the words of the capture', async () => {
  const session = { takePhoto: () => Promise.reject(new Error('no camera')) };
  render(
    <MantineProvider>
      <Photos session={session as never} photos={[]} onChange={() => undefined} />
    </MantineProvider>,
  );
  fireEvent.change(screen.getByLabelText('Ajouter une photo', { selector: 'input' }), {
    target: { files: [new File(['x'], 'a.jpg')] },
  });
  expect((await screen.findByRole('alert')).textContent).toBe(cameraRefused.capture);
});

test('P-021: the position is asked with high accuracy, for fifteen seconds', async () => {
  const getCurrentPosition = vi.fn((found: (at: object) => void) =>
    found({ coords: { latitude: 43.7, longitude: 7.26, accuracy: 8 } }),
  );
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } });
  expect(await new PositionSensor().locate()).toEqual({ latitude: 43.7, longitude: 7.26, accuracy: 8 });
  expect(getCurrentPosition.mock.calls[0]?.[2 as never]).toMatchObject({ enableHighAccuracy: true, timeout: 15_000 });
});
