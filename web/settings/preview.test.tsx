import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Agency } from '#core/agencies/agency.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { agencyId, someProfile, someUser } from '#ui/client/testing/people.ts';
import { rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, serve } from '#ui/client/testing/server.ts';
import { RecordForm } from '#ui/EntityDialog/RecordForm.tsx';
import { owner, showPage, startAfresh } from '../testing/page.tsx';
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

test('what is typed into the settings is previewed at once, and a variable that does not exist is told', async () => {
  serve(({ path }): Reply => [200, path.endsWith('/presence') ? { others: [] } : {}]);
  const user = showPage(
    <RecordForm
      of={Agency}
      page="settings"
      row={rowOf(Agency, { id: agencyId, name: 'Azur' })}
      extras={{ below: { Expirations: TemplatePreview }, only: ({ section }) => section === 'Expirations' }}
      mayLeave={{ current: () => Promise.resolve(true) }}
      onClose={() => {}}
      onCancel={() => {}}
    />,
    owner(),
  );
  const label = "Expirations : message de l'e-mail";
  const message = await screen.findByRole('textbox', { name: label });
  const preview = screen.getByRole('group', { name: `Aperçu : ${label}` });
  expect(preview.textContent).not.toContain('Variable inconnu');
  await user.clear(message);
  await user.type(message, 'Bonjour {{destinataire}, voici {{machin}. {{agence}');
  expect(preview.textContent).toContain('Bonjour Camille Martin, voici Variable inconnu. Azur');
  expect(preview.textContent).toContain('Variable inconnu : {machin}');
});

test('a subject and a message are previewed with sample values; empty ones are the product’s, a variable of another mail is told', async () => {
  const values = {
    name: 'Azur',
    contractSignMail: { emailSubject: 'À signer : {titre} {montant}', emailMessage: null },
  };
  showPage(<TemplatePreview section="Contrats et signatures" values={values} change={() => {}} />);
  const sign = await screen.findByRole('group', { name: "Aperçu : Contrat à signer : message de l'e-mail" });
  expect(sign.textContent).toContain('À signer : Contrat à durée indéterminée');
  expect(sign.textContent).toContain('Azur vous invite à signer');
  expect(sign.textContent).toContain('Variable inconnu : {montant}');
  const cancel = screen.getByRole('group', { name: "Aperçu : Annulation d’un contrat : message de l'e-mail" });
  expect(cancel.textContent).toContain('texte usuel');
  expect(cancel.textContent).toContain('« Contrat à durée indéterminée » est annulé');
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
