import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { OwnFactor } from './OwnFactor.tsx';
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

test.each([
  ['EVERYONE', false, true],
  ['STAFF', false, true],
  ['STAFF', true, false],
  ['NOBODY', false, false],
])('asking %s for a second factor warns whoever has none himself', async (secondFactor, has, warns) => {
  const user = someUser({ secondFactor: has, userCompanies: [someProfile({ isOwner: true })] });
  showPage(
    <>
      <p>Comptes</p>
      <OwnFactor section="" values={{ accounts: { secondFactor } }} change={() => {}} />
    </>,
    sessionOf(user, { profileId: null, agency: null }),
  );
  await screen.findByText('Comptes');
  expect(screen.queryAllByText(/elle vous sera demandée à votre prochaine connexion/)).toHaveLength(warns ? 1 : 0);
});
