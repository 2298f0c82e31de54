import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { showPage, startAfresh } from '../testing/page.tsx';
import { TemplatePreview } from './TemplatePreview.tsx';

beforeEach(startAfresh);

test('reminders are previewed while typing: header, message with its list, footer; unknown variables are reported', async () => {
  const agentExpirationSettings = {
    header: 'Le personnel de {agence}',
    emailMessage: 'Bonjour {destinataire},\n\nVoici :\n\nCordialement',
    footer: 'Ne répondez pas. {inconnue}',
  };
  showPage(
    <TemplatePreview section="Expirations" values={{ name: 'Azur', agentExpirationSettings }} change={() => {}} />,
  );
  const preview = await screen.findByRole('group', { name: "Aperçu : Expirations : message de l'e-mail" });
  expect(preview.textContent).toMatch(
    /Le personnel de Azur\s+Bonjour Camille Martin,\s+Voici :\s+• Carte professionnelle .*\s+Cordialement\s+Ne répondez pas\. Variable inconnu/,
  );
  expect(preview.textContent).toContain('{inconnue}');
});
