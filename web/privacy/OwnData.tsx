// « Mes données »: all data about the user (GDPR, art. 15 and 20).
import { Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { listOwnExports, requestOwnExport } from '#core/privacy/person.ts';
import { Exports } from './Exports.tsx';

export const OwnData = (): ReactElement => (
  <>
    <Text size="sm" c="dimmed" mb="sm">
      Tout ce qui est conservé sur vous, par la plateforme et par chacune de vos agences : une page lisible, les données
      en JSON et vos fichiers, dans une archive. Elle contient des informations sensibles : gardez-la en lieu sûr.
    </Text>
    <Exports list={listOwnExports} request={requestOwnExport} button="Exporter mes données" />
  </>
);
