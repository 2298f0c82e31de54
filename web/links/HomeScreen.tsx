// How to add the web application to the home screen of a phone.
import { Anchor, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { tenant } from '#ui/client/tenant.ts';
import { QrCode } from '#ui/QrCode.tsx';
import { Section } from '../account/Section.tsx';
import classes from './links.module.css';

/** The address of the application, without the current screen. */
const address = (): string => `${window.location.origin}/`;

/** Of this computer alone: a phone that opens it finds itself. */
const isLocal = (host: string): boolean => /^(localhost|127\.|\[::1\])/.test(host) || host.endsWith('.localhost');

export function OpenElsewhere(): ReactElement {
  return (
    <Section title="Ouvrir sur un autre appareil">
      <div className={classes.opening}>
        <QrCode text={address()} label={`Code à lire avec l’appareil photo du téléphone : ${address()}`} />
        <Text className={classes.how ?? ''}>
          Lisez ce code avec l’appareil photo du téléphone, ou saisissez cette adresse dans son navigateur :
          <br />
          <Anchor href={address()}>{address()}</Anchor>
          {isLocal(window.location.hostname) && (
            <Text span display="block" mt="xs" c="orange">
              Cette adresse n’existe que sur cet ordinateur : un téléphone ne peut pas l’ouvrir. Ouvrez l’application
              par son adresse publique, puis revenez ici.
            </Text>
          )}
        </Text>
      </div>
    </Section>
  );
}

export function HomeScreen(): ReactElement {
  return (
    <Section title="Sur l’écran d’accueil du téléphone">
      <Text mb="xs">
        {tenant().name} s’ouvre dans le navigateur. Un raccourci sur l’écran d’accueil le garde à portée de main :
      </Text>
      <ul className={classes.steps}>
        <li>
          <Text fw={550}>iPhone, iPad</Text>
          <Text>Dans Safari, touchez « Partager », puis « Sur l’écran d’accueil », puis « Ajouter ».</Text>
        </li>
        <li>
          <Text fw={550}>Android</Text>
          <Text>Dans Chrome, ouvrez le menu ⋮, puis « Ajouter à l’écran d’accueil ».</Text>
        </li>
      </ul>
    </Section>
  );
}
